#include "tests/annotations/ray_cast.h"

#include <algorithm>
#include <cmath>

namespace mmd::test {
namespace {

bool is_opaque(const Actor& actor, const Material& material, const MaterialState& state) {
  const auto solid = [&](std::int32_t index) {
    if (index == none) return true;
    const auto& image = actor.textures()[static_cast<std::size_t>(index)];
    return image == nullptr || !image->has_alpha;
  };
  return state.diffuse.a >= 1.0f && solid(material.texture) && solid(material.sphere_texture);
}

/// Möller and Trumbore: the depth, or a negative number.
double depth_of(const PictureCamera::Sight& sight, const std::array<glm::dvec3, 3>& corner, bool both_sides) {
  const glm::dvec3 ab = corner[1] - corner[0], ac = corner[2] - corner[0];
  const glm::dvec3 across = glm::cross(sight.direction, ac);
  const double determinant = glm::dot(ab, across);
  if (std::abs(determinant) < 1e-14 || (!both_sides && determinant < 0.0)) return -1.0;
  const glm::dvec3 from = sight.origin - corner[0];
  const double u = glm::dot(from, across) / determinant;
  const glm::dvec3 q = glm::cross(from, ab);
  const double v = glm::dot(sight.direction, q) / determinant;
  if (u < 0.0 || v < 0.0 || u + v > 1.0) return -1.0;
  return glm::dot(ac, q) / determinant;
}

}  // namespace

RayCaster::RayCaster(const PictureCamera& camera, const Scene& scene) : camera_(camera) {
  for (const auto& actor : scene.actors) {
    const auto positions = actor->posed_positions();
    const Model& model = actor->model();
    for (std::size_t m = 0; m < model.materials.size(); ++m) {
      const MaterialState& state = actor->materials()[m];
      if (is_hidden(state)) continue;
      const auto triangles = model.triangles_of(m);
      for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
        Face face;
        for (std::size_t k = 0; k < 3; ++k)
          face.corner[k] = camera.to_camera(glm::dvec3(positions[triangles[i + k]]));
        face.both_sides = model.materials[m].has(pmx::material_double_sided);
        face.opaque = is_opaque(*actor, model.materials[m], state);
        faces_.push_back(face);
      }
    }
  }
}

Hits RayCaster::cast(const glm::dvec2& pixel) const {
  Hits out;
  const PictureCamera::Sight sight = camera_.sight_of(pixel);
  for (const Face& face : faces_) {
    const double depth = depth_of(sight, face.corner, face.both_sides);
    if (depth <= 0.0) continue;
    out.depths.push_back(depth);
    if (face.opaque) out.nearest_opaque = std::min(out.nearest_opaque, depth);
  }
  return out;
}

}  // namespace mmd::test
