#pragma once

#include <array>
#include <cstdint>

#include "base/math.h"
#include "skin/vertex_streams.h"

namespace mmd {

/// How much of a vertex' weights is used. full: everything, as MMD does; linear: all bones, but SDEF and QDEF
/// blended linearly; two_bones, one_bone: only the strongest, their weights normalised again, linearly.
enum class SkinLevel : std::uint8_t { full, linear, two_bones, one_bone };

/// What moves a vertex: as in VertexStreams.
struct VertexWeights {
  WeightType type = WeightType::bdef1;
  std::array<std::uint32_t, 4> bones{};
  vec4 weights{0.0f};
};

/// The weights of vertex `v` at a level. Of bones that are equally strong the first wins.
VertexWeights weights_at(const VertexStreams& vertices, std::size_t v, SkinLevel level);

}  // namespace mmd
