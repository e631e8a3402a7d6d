#pragma once

// A model's vertices in the order of CPU skinning: blocks of eight with the same kind of weights, and all
// constants. Made once per model and level, used by skinning.h.

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

/// Eight vertices of one bone.
struct RigidBlock {
  SkinLanes3 normal;
  std::uint32_t bone = 0;
};

/// Eight vertices of the same two bones.
struct PairBlock {
  SkinLanes3 normal;
  std::array<std::uint32_t, 2> bones{};
  alignas(32) SkinLanes weight{};  ///< of the first bone
};

/// Eight vertices with four bones each (BDEF4, QDEF).
struct MixedBlock {
  SkinLanes3 normal;
  std::array<std::array<std::uint32_t, 4>, skin_lanes> bones{};
  std::array<std::array<float, 4>, skin_lanes> weights{};
};

/// Eight SDEF vertices of one pair of bones. c, cr0, cr1 as in SdefConstants.
struct SdefBlock {
  SkinLanes3 normal;
  std::uint32_t pair = 0;  ///< index into SkinPlan::sdef_pairs
  alignas(32) SkinLanes weight0{}, weight1{};
  SkinLanes3 c, cr0, cr1;
};

/// Bones are palette indices. Threads may share a plan.
struct SkinPlan {
  SkinPlan() = default;
  /// Keeps no reference to the vertices. Precondition: their bones are below palette_size. Drops bones
  /// without weight: a BDEF4 vertex with two bones becomes BDEF2.
  SkinPlan(const VertexStreams& vertices, std::size_t palette_size, SkinLevel level = SkinLevel::full);

  /// Length of arrays in plan order: the model's vertices and the repetitions that fill blocks.
  std::size_t size() const { return vertex.size(); }

  SkinLevel level = SkinLevel::full;
  std::size_t vertex_count = 0, palette_size = 0;
  /// The model's vertex for each place in plan order. Blocks are in the order of the vectors below; a block
  /// with fewer than eight vertices repeats its last one.
  std::vector<std::uint32_t> vertex;
  std::vector<RigidBlock> rigid;
  std::vector<PairBlock> pair;
  std::vector<MixedBlock> mixed;
  std::vector<SdefBlock> sdef;
  std::vector<MixedBlock> qdef;
  std::vector<std::array<std::uint32_t, 2>> sdef_pairs;
  std::vector<std::uint32_t> turning_bones;  ///< bones of SDEF and QDEF vertices, each once
};

}  // namespace mmd
