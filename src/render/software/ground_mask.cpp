#include "render/software/ground_mask.h"

#include <algorithm>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"
#include "render/framebuffer.h"
#include "render/software/raster.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// Longest diagonal in MMD units; drivers lose precision in larger rectangles.
constexpr float largest_rectangle = 1e4f;

bool throws_as_faces(const Actor& actor) {
  return !any_material(actor, [](const Material& material, const MaterialState& state) {
    return throws_ground_shadow(material, state) && !is_drawn_as_faces(material);
  });
}

bool has_one_sample() {
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  return samples <= 1;
}

bool can_find_pixels(const Scene& scene) {
  if (!draws_shadows_itself(scene) || !has_one_sample()) return false;
  return std::all_of(scene.actors.begin(), scene.actors.end(),
                     [](const auto& actor) { return !may_shade_ground(*actor) || throws_as_faces(*actor); });
}

}  // namespace

std::shared_ptr<const Image> translucent_image(const Actor& actor, std::int32_t index) {
  const TextureSet& textures = actor.textures();
  if (index < 0 || static_cast<std::size_t>(index) >= textures.size()) return nullptr;
  const auto& image = textures[static_cast<std::size_t>(index)];
  return image != nullptr && image->has_alpha ? image : nullptr;
}

bool GroundMask::finds_pixels(const Frame& frame) const {
  return reaches_ground(frame.scene.light.direction) && can_find_pixels(frame.scene);
}

void GroundMask::find_ahead(const Frame& frame) {
  alphas_.drop_expired();
  ahead_.emplace(find_pixels(frame));
}

Result<bool> GroundMask::draw(Programs& programs, const Frame& frame) {
  if (!reaches_ground(frame.scene.light.direction)) return true;
  if (!can_find_pixels(frame.scene)) return false;
  if (!ahead_) find_ahead(frame);
  const std::optional<Rectangle> rectangle = *std::exchange(ahead_, std::nullopt);
  if (!rectangle) return false;
  upload();
  MMD_TRY(const auto* program, programs.get(ProgramId::ground_mask, feature_none));
  if (!vertex_array_) vertex_array_ = gl::VertexArray::create();
  glBindVertexArray(vertex_array_.id());
  glUseProgram(program->program.id());
  glUniformMatrix4fv(program->view_projection, 1, GL_FALSE, glm::value_ptr(frame.view_projection));
  glUniform4f(program->placement, rectangle->min.x, rectangle->min.y, rectangle->max.x, rectangle->max.y);
  glUniform4fv(program->colour, 1, glm::value_ptr(ground_shadow_colour(frame.scene, 1.0f)));
  set_ground_fade(*program, frame);
  const GroundDepth depth;
  glDisable(GL_CULL_FACE);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  return true;
}

std::optional<GroundMask::Rectangle> GroundMask::find_pixels(const Frame& frame) {
  const vec3& light = frame.scene.light.direction;
  const mat4 to_clip = frame.view_projection * flattening(light);
  const auto front = sees_ground_from_above(frame.scene.camera) ? CoverageRaster::Facing::left
                                                                : CoverageRaster::Facing::right;
  raster_.begin(frame.tile.width, frame.tile.height);
  const Bounds bounds = with_ground_shadow(frame.bounds, light);
  if (glm::length(bounds.max - bounds.min) > largest_rectangle) return std::nullopt;
  for (const auto& actor : frame.scene.actors) {
    if (!may_shade_ground(*actor)) continue;
    if (!raster_.set_vertices(actor->posed_positions(), to_clip)) return std::nullopt;
    cover(*actor, front, frame.scene.settings);
  }
  return Rectangle{{bounds.min.x, bounds.min.z}, {bounds.max.x, bounds.max.z}};
}

void GroundMask::cover(const Actor& actor, CoverageRaster::Facing front, const RenderSettings& settings) {
  const Model& model = actor.model();
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const Material& material = model.materials[i];
    const MaterialState& state = actor.materials()[i];
    if (!throws_ground_shadow(material, state)) continue;
    const auto facing = material.has(pmx::material_double_sided) ? CoverageRaster::Facing::both : front;
    const float share = ground_shadow_share(state, settings);
    if (const auto image = translucent_image(actor, material.texture)) {
      const CoverageRaster::Translucency translucency{&alphas_.get(image), actor.uv(), min_shadow_alpha};
      raster_.draw(model.triangles_of(i), facing, share, &translucency);
    } else {
      raster_.draw(model.triangles_of(i), facing, share);
    }
  }
}

void GroundMask::upload() {
  glActiveTexture(GL_TEXTURE0 + unit_base);
  if (!texture_) texture_ = gl::Texture::create();
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glBindSampler(unit_base, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (width_ != raster_.width() || height_ != raster_.height()) {
    width_ = raster_.width();
    height_ = raster_.height();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width_, height_, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RED, GL_UNSIGNED_BYTE, raster_.shares().data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

}  // namespace mmd
