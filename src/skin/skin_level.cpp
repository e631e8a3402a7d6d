#include "skin/skin_level.h"

#include <utility>

namespace mmd {
namespace {

/// Moves the strongest `count` bones to the front, strongest first, and sets all other weights to 0.
void keep_strongest(VertexWeights& of, glm::length_t count) {
  for (glm::length_t kept = 0; kept < count; ++kept) {
    glm::length_t strongest = kept;
    for (glm::length_t i = kept + 1; i < 4; ++i)
      if (of.weights[i] > of.weights[strongest]) strongest = i;
    // Move instead of swap, to keep the order of the others.
    for (glm::length_t i = strongest; i > kept; --i) {
      std::swap(of.weights[i], of.weights[i - 1]);
      std::swap(of.bones[static_cast<std::size_t>(i)], of.bones[static_cast<std::size_t>(i - 1)]);
    }
  }
  float sum = 0.0f;
  for (glm::length_t i = 0; i < 4; ++i) {
    if (i >= count) of.weights[i] = 0.0f;
    sum += of.weights[i];
  }
  of.weights /= sum;
}

}  // namespace

VertexWeights weights_at(const VertexStreams& vertices, std::size_t v, SkinLevel level) {
  VertexWeights out{vertices.type[v], vertices.bones[v], vertices.weights[v]};
  if (level == SkinLevel::full) return out;
  if (out.type == WeightType::sdef) out.type = WeightType::bdef2;
  if (out.type == WeightType::qdef) out.type = WeightType::bdef4;
  if (level == SkinLevel::linear) return out;
  const glm::length_t count = level == SkinLevel::one_bone ? 1 : 2;
  keep_strongest(out, count);
  if (count == 1) {
    out.type = WeightType::bdef1;
  } else if (out.type == WeightType::bdef4) {
    out.type = WeightType::bdef2;
  }
  return out;
}

}  // namespace mmd
