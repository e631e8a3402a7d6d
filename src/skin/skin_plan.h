#pragma once

// What skinning on the CPU works off: a model's vertices in blocks of eight that are moved alike, with what
// never changes laid out for that. Kernels (skin_kernels.h) go through it; skinning.h is the way in.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "skin/skin_level.h"
#include "skin/vertex_streams.h"

namespace mmd {

inline constexpr std::size_t skin_lanes = 8;
/// Floats in a palette entry, and in one as a dual quaternion.
inline constexpr std::uint32_t matrix_floats = 12, dual_quaternion_floats = 8;
using SkinLanes = std::array<float, skin_lanes>;

/// Three coordinates of eight vertices.
struct SkinLanes3 {
  alignas(32) SkinLanes x{}, y{}, z{};
};

/// What every block has. A block with fewer than eight vertices repeats its last one, so that all lanes may
/// be computed and written.
struct SkinBlock {
  /// in_a_row: eight neighbours, ascending; scattered: anywhere; at_the_end: scattered, and among them is the
  /// model's last vertex, behind which nothing may be read.
  enum class Layout : std::uint8_t { in_a_row, scattered, at_the_end };
  SkinLanes3 normal;
  alignas(32) std::array<std::uint32_t, skin_lanes> vertex{};
  Layout layout = Layout::scattered;
};

/// One bone moves all eight.
struct RigidBlock : SkinBlock {
  std::uint32_t bone = 0;
};

/// Two bones move all eight.
struct PairBlock : SkinBlock {
  std::array<std::uint32_t, 2> bones{};
  alignas(32) SkinLanes weight{};  ///< of the first
};

/// Each lane has bones of its own; `count` of them count.
struct MixedBlock : SkinBlock {
  std::uint8_t count = 4;  ///< 2, 3 or 4; QDEF: 4
  /// Where the bones' matrices begin in the palette, in floats; QDEF: their dual quaternions.
  alignas(32) std::array<std::array<std::uint32_t, 4>, skin_lanes> bones{};
  alignas(32) std::array<std::array<float, 4>, skin_lanes> weights{};
};

/// SDEF with one pair of bones.
struct SdefBlock : SkinBlock {
  std::uint32_t pair = 0;  ///< index into SkinPlan::sdef_pairs
  alignas(32) SkinLanes weight0{}, weight1{};
  SkinLanes3 c, cr0, cr1;
};

/// Immutable; may be shared by all that show the model. Bones are palette indices.
struct SkinPlan {
  SkinPlan() = default;
  /// Keeps no reference to the vertices; the bones they name are below palette_size. Bones without weight are
  /// left out: a BDEF4 vertex with two of them goes where BDEF2 does.
  SkinPlan(const VertexStreams& vertices, std::size_t palette_size, SkinLevel level = SkinLevel::full);

  SkinLevel level = SkinLevel::full;
  std::size_t vertex_count = 0, palette_size = 0;
  std::vector<RigidBlock> rigid;
  std::vector<PairBlock> pair;
  std::vector<MixedBlock> mixed;
  std::vector<SdefBlock> sdef;
  std::vector<MixedBlock> qdef;
  std::vector<std::array<std::uint32_t, 2>> sdef_pairs;
  std::vector<std::uint32_t> turning_bones;  ///< of SDEF and QDEF, whose rotations are needed; each once
};

}  // namespace mmd
