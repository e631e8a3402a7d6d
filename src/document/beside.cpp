#include "document/beside.h"

#include <algorithm>
#include <limits>

namespace mmd {
namespace {

/// MMD units between two models with their arms stretched out.
constexpr float gap = 1.0f;

}  // namespace

vec3 place_beside(const Scene& scene, const Model& model) {
  if (scene.actors.empty()) return vec3(0.0f);
  float right = -std::numeric_limits<float>::infinity();
  for (const auto& actor : scene.actors)
    right = std::max(right, actor->placement().translation.x + actor->model().bounds_max.x);
  return {right + gap - model.bounds_min.x, 0.0f, 0.0f};
}

}  // namespace mmd
