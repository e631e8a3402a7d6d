#pragma once

// The order in which skinning on the CPU takes a model's vertices: blocks of eight that are moved alike, with
// everything that never changes laid out for that. Made once per model and level; skinning.h uses it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "skin/skin_level.h"
#include "skin/vertex_streams.h"

namespace mmd {

inline constexpr std::size_t skin_lanes = 8;
using SkinLanes = std::array<float, skin_lanes>;

/// Three coordinates of eight vertices.
struct SkinLanes3 {
  alignas(32) SkinLanes x{}, y{}, z{};
};

/// One bone moves all eight.
struct RigidBlock {
  SkinLanes3 normal;
  std::uint32_t bone = 0;
};

/// Two bones move all eight.
struct PairBlock {
  SkinLanes3 normal;
  std::array<std::uint32_t, 2> bones{};
  alignas(32) SkinLanes weight{};  ///< of the first
};

/// Each vertex has four bones of its own (BDEF4, QDEF).
struct MixedBlock {
  SkinLanes3 normal;
  std::array<std::array<std::uint32_t, 4>, skin_lanes> bones{};
  std::array<std::array<float, 4>, skin_lanes> weights{};
};

/// SDEF by one pair of bones. c, cr0, cr1 as in SdefConstants.
struct SdefBlock {
  SkinLanes3 normal;
  std::uint32_t pair = 0;  ///< index into SkinPlan::sdef_pairs
  alignas(32) SkinLanes weight0{}, weight1{};
  SkinLanes3 c, cr0, cr1;
};

/// Immutable; may be shared by all that show the model. Bones are palette indices.
struct SkinPlan {
  SkinPlan() = default;
  /// Keeps no reference to the vertices; the bones they name are below palette_size. Bones without weight are
  /// left out: a BDEF4 vertex with two of them is treated as BDEF2.
  SkinPlan(const VertexStreams& vertices, std::size_t palette_size, SkinLevel level = SkinLevel::full);

  /// How many vertices an array in plan order holds: the model's, and repetitions that fill each block.
  std::size_t size() const { return vertex.size(); }

  SkinLevel level = SkinLevel::full;
  std::size_t vertex_count = 0, palette_size = 0;
  /// By place in plan order: the vertex there. Blocks follow one another as the vectors below do; a block
  /// with fewer than eight vertices repeats its last one.
  std::vector<std::uint32_t> vertex;
  std::vector<RigidBlock> rigid;
  std::vector<PairBlock> pair;
  std::vector<MixedBlock> mixed;
  std::vector<SdefBlock> sdef;
  std::vector<MixedBlock> qdef;
  std::vector<std::array<std::uint32_t, 2>> sdef_pairs;
  std::vector<std::uint32_t> turning_bones;  ///< of SDEF and QDEF, whose rotations are needed; each once
};

}  // namespace mmd
