#pragma once

#include <array>
#include <cstdint>

#include "base/math.h"
#include "skin/vertex_streams.h"

namespace mmd {

/// Simplifications of skinning. full: none, as in MMD; linear: SDEF and QDEF blend linearly; two_bones,
/// one_bone: only the strongest bones count, with renormalised weights, linearly (semantics, "Skinning").
enum class SkinLevel : std::uint8_t { full, linear, two_bones, one_bone };

/// A vertex' bones (palette indices) and weights, as in VertexStreams.
struct VertexWeights {
  WeightType type = WeightType::bdef1;
  std::array<std::uint32_t, 4> bones{};
  vec4 weights{0.0f};
};

/// The weights of vertex `v` at a level. Among equally strong bones the first wins.
VertexWeights weights_at(const VertexStreams& vertices, std::size_t v, SkinLevel level);

}  // namespace mmd
