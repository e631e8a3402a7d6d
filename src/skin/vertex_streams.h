#pragma once

// A model's vertices with their bones and weights: the input of skinning. Right-handed, MMD units.

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/math.h"
#include "base/raw_vector.h"
#include "base/weight_type.h"

namespace mmd {

/// SDEF constants in model space: C, and CR0 and CR1 = C + (R0 - RW) / 2, C + (R1 - RW) / 2 with
/// RW = w0 R0 + w1 R1 (semantics, "Skinning").
struct SdefConstants {
  vec3 c{0.0f}, cr0{0.0f}, cr1{0.0f};
};

/// Vertex streams in file order, all of one length except `uv1` and `sdef`.
struct VertexStreams {
  RawVector<vec3> position, normal;  ///< normals are unit, or zero where the file's are unusable
  RawVector<vec2> uv;                ///< origin top left, V down
  RawVector<vec4> uv1;               ///< additional UV 1; empty if the model has none
  RawVector<WeightType> type;
  /// Palette indices, also for weight 0; the bone count (the identity entry) for a vertex without bones.
  RawVector<std::array<std::uint32_t, 4>> bones;
  RawVector<vec4> weights;                 ///< each in [0, 1], sum 1
  RawVector<float> edge_scale;             ///< factor of the material's edge size
  RawVector<SdefConstants> sdef;           ///< one per SDEF vertex
  RawVector<std::uint32_t> sdef_vertices;  ///< the SDEF vertices, ascending; parallel to `sdef`

  std::size_t size() const { return position.size(); }
};

}  // namespace mmd
