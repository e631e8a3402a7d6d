#pragma once

// Parts of a body that lie inside others, as a hand in a thigh.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Vertices deeper than this inside another part count, MMD units: 3 mm.
inline constexpr float least_penetration = 0.0375f;

/// The vertices of one part of the body (model/body_parts.h) inside another.
struct Penetration {
  std::uint8_t part = 0, inside = 0;
  std::size_t vertices = 0;
  float depth = 0.0f;  ///< of the deepest vertex below the skin, MMD units
};

struct Penetrations {
  std::vector<Penetration> parts;     ///< most vertices first
  std::vector<std::uint32_t> inside;  ///< the vertices, ascending
};

/// What of a body counts.
enum class PenetrationOf : std::uint8_t {
  skin,           ///< what no rigid body moves
  skin_and_loose  ///< hair and clothes too: only where they lie inside of skin
};

/// Finds the vertices that a pose puts inside other parts of the skin. `posed`: skinned positions of all
/// vertices. Neighbours (a forearm in its upper arm, hair in the head) do not count, nor what lies inside at
/// rest already. Returns what it has found so far when `wanted` becomes false. Uses several threads.
Penetrations find_penetrations(const Model& model, std::span<const vec3> posed, PenetrationOf of,
                               const std::atomic<bool>& wanted);

}  // namespace mmd
