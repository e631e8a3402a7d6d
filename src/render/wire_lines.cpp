#include <algorithm>
#include <cmath>

#include "render/frame.h"
#include "render/gl_objects.h"

namespace mmd {
namespace {

/// What a box covers of the picture, drawn pixels: its outline seen along the view through its middle.
float covered_pixels(const Frame& frame, const Bounds& box) {
  const mat4 rows = glm::transpose(frame.view_projection);
  const float depth = glm::dot(rows[3], vec4(box.centre(), 1.0f));
  // A tile beside the middle has some of what is ahead in it.
  const vec3 ahead_of_tile(rows[3]), up_and_ahead(rows[1]);
  const float squared = glm::dot(ahead_of_tile, ahead_of_tile);  // 0: orthographic
  const vec3 up = squared > 0.0f
                      ? up_and_ahead - ahead_of_tile * (glm::dot(up_and_ahead, ahead_of_tile) / squared)
                      : up_and_ahead;
  const float pixels_per_unit =
      0.5f * static_cast<float>(frame.tile.height) * glm::length(up) / std::max(depth, 1e-3f);
  const vec3 sides = box.max - box.min, ahead = glm::abs(glm::transpose(mat3(frame.view))[2]);
  const float outline =
      sides.y * sides.z * ahead.x + sides.x * sides.z * ahead.y + sides.x * sides.y * ahead.z;
  return outline * pixels_per_unit * pixels_per_unit;
}

}  // namespace

bool draws_lines(const Scene& scene) {
  if (scene.settings.shading == Shading::wire) return true;
  for (const auto& actor : scene.actors)
    for (const Material& material : actor->model().materials)
      if (material.has(pmx::material_lines)) return true;
  return false;
}

int reach_of_marks(const Frame& frame) {
  float widest = 0.0f;
  for (const auto& actor : frame.scene.actors) {
    if (!actor->visible) continue;
    if (frame.scene.settings.shading == Shading::wire) widest = std::max(widest, wire_width(frame, *actor));
    const auto& materials = actor->model().materials;
    for (std::size_t i = 0; i < materials.size(); ++i)
      if (materials[i].has(pmx::material_points) || materials[i].has(pmx::material_lines))
        widest = std::max(widest, point_size(frame, materials[i], actor->materials()[i]));
  }
  if (widest == 0.0f) return 0;
  GLfloat range[2] = {1.0f, 1.0f};
  glGetFloatv(GL_POINT_SIZE_RANGE, range);
  return static_cast<int>(std::ceil(0.5f * std::min(widest, std::max(range[1], 1.0f)))) + 1;
}

float wire_width(const Frame& frame, const Actor& actor) {
  // A body fills about a third of its box; half of its faces look at the eye.
  constexpr float filled = 0.33f, facing = 0.5f, share_of_edge = 0.16f, thinnest = 0.12f;
  const float factor = static_cast<float>(frame.factor);
  const float triangles = std::max(static_cast<float>(actor.model().indices.size()) / 3.0f, 1.0f);
  const float area = covered_pixels(frame, actor.enclosing_bounds()) * filled / (triangles * facing);
  const float edge = 1.5f * std::sqrt(std::max(area, 0.0f));  // of an equilateral triangle of that area
  const float widest = factor * std::max(static_cast<float>(frame.height) / factor / 1024.0f, 1.0f);
  return std::clamp(edge * share_of_edge, thinnest * factor, widest);
}

void set_line_width(float width) {
  GLfloat range[2] = {1.0f, 1.0f};
  glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
  glLineWidth(std::clamp(width, 1.0f, std::max(range[1], 1.0f)));
}

float alpha_of_width(float width) {
  return width >= 1.0f ? 1.0f : 1.0f - std::sqrt(1.0f - width);
}

}  // namespace mmd
