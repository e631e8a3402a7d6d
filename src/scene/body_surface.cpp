#include "scene/body_surface.h"

#include "model/body_parts.h"
#include "scene/triangle_hit.h"

namespace mmd {
BodySurface::BodySurface(const Actor& actor, const std::function<bool(std::int32_t)>& left_out) {
  const Model& model = actor.model();
  std::vector<bool> is_out(model.palette_size());  // the last entry is no bone
  for (std::size_t i = 0; i < model.bone_count(); ++i) is_out[i] = left_out(static_cast<std::int32_t>(i));
  const auto positions = actor.posed_positions();
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (is_hidden(actor.materials()[m])) continue;
    const auto triangles = model.triangles_of(m);
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      if (is_out[strongest_bone(model, triangles[i])]) continue;
      for (std::size_t corner = 0; corner < 3; ++corner) corners_.push_back(positions[triangles[i + corner]]);
    }
  }
}

std::optional<float> BodySurface::along(const Ray& ray) const {
  std::optional<float> nearest;
  for (std::size_t i = 0; i + 2 < corners_.size(); i += 3)
    if (const auto found = hit_triangle(ray, corners_[i], corners_[i + 1], corners_[i + 2]);
        found && (!nearest || *found < *nearest))
      nearest = found;
  return nearest;
}

}  // namespace mmd
