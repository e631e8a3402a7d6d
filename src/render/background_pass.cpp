#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"

namespace mmd {
namespace {

/// The transform from a tile's normalised device coordinates to the background picture's texture coordinates,
/// whose rows run from the top: scale in x and y, offset in z and w.
vec4 placement_of(const Frame& frame, const Image& image) {
  const SharesShown shares = shares_shown(image, frame.width, frame.height);
  const vec2 whole(static_cast<float>(frame.width), static_cast<float>(frame.height));
  const vec2 size(static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
  const vec2 corner(static_cast<float>(frame.tile.x), static_cast<float>(frame.tile.y));
  const vec2 share(shares.x, -shares.y);
  const vec2 scale = 0.5f * share * size / whole;
  const vec2 middle = (corner + 0.5f * size) / whole - vec2(0.5f);
  return {scale, vec2(0.5f) + share * middle};
}

}  // namespace

Result<void> BackgroundPass::draw(Programs& programs, TextureCache& cache, const Frame& frame) {
  const auto& picture = frame.scene.settings.background_picture;
  if (picture == nullptr || picture->image == nullptr) {
    texture_.reset();
    return {};
  }
  MMD_TRY(const auto* program, programs.get(ProgramId::background, feature_none));
  texture_ = cache.add(picture->image);
  if (texture_ == nullptr) return {};
  if (!vertex_array_) vertex_array_ = gl::VertexArray::create();
  if (!sampler_) sampler_ = make_sampler(GL_CLAMP_TO_EDGE, GL_LINEAR_MIPMAP_LINEAR);
  glBindVertexArray(vertex_array_.id());
  glUseProgram(program->program.id());
  glUniform4fv(program->placement, 1, glm::value_ptr(placement_of(frame, *picture->image)));
  glActiveTexture(GL_TEXTURE0 + unit_base);
  glBindTexture(GL_TEXTURE_2D, texture_->id());
  glBindSampler(unit_base, sampler_.id());
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEnable(GL_DEPTH_TEST);
  glBindSampler(unit_base, 0);
  return {};
}

}  // namespace mmd
