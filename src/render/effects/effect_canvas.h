#pragma once

// Effects: passes over the finished picture and its depths (Effects in scene/effects.h). Each is a function
// that draws with an EffectCanvas, in a file of its own; draw_effects() (effect_chain.h) calls them.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "base/result.h"
#include "render/frame.h"
#include "render/gl_objects.h"
#include "render/program.h"
#include "render/tiles.h"

namespace mmd {

/// A texture that effects draw into: premultiplied colours (GL_RGBA8), or what an effect keeps for itself.
class EffectTexture {
 public:
  /// Allocates it unless it fits already. Error: out of memory.
  Result<void> prepare(int width, int height, GLenum format = GL_RGBA8);
  void bind() const;
  GLuint id() const { return texture_.id(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_ = 0, height_ = 0;
  GLenum format_ = 0;
  gl::Framebuffer framebuffer_;
  gl::Texture texture_;
};

/// The picture that effects change, or a part of it, and what they know of the scene. Lengths in pixels of
/// the finished picture.
struct EffectView {
  const Frame& frame;         ///< of the whole picture; `frame.factor` texels per pixel along each axis
  int width = 0, height = 0;  ///< of the whole picture
  Tile part;                  ///< the part of it that is drawn
  GLuint colour_map = 0, depth_map = 0;  ///< the part is at their bottom left
  vec2 map_size{0.0f};
  const Effects& effects() const { return frame.scene.settings.effects; }
};

/// What the passes draw with.
class EffectCanvas {
 public:
  /// Textures of one effect for itself.
  static constexpr std::size_t own_textures = 4;

  Result<void> begin(Programs& programs, const EffectView& view);
  const EffectView& view() const { return *view_; }
  /// The part of the picture with the effects so far. The first effect reads what was drawn: several texels
  /// per pixel, which linear filtering in the middle of the pixel averages.
  GLuint picture() const { return is_drawn_ ? view_->colour_map : pictures_[current_].id(); }
  /// Makes picture() one texel per pixel, for passes that read more than their own pixel.
  Result<void> average();
  EffectTexture& own(std::size_t index) { return own_[index]; }

  /// Draws over all of `into` with `picture` as base_map and `other` as effect_map. `values`: the uniform
  /// `effect`.
  Result<void> draw(ProgramId program, std::span<const vec4> values, GLuint picture, GLuint other,
                    const EffectTexture& into);
  /// The same from the picture so far into the picture.
  Result<void> draw(ProgramId program, std::span<const vec4> values, GLuint other = 0);
  /// Binds the picture for drawing and reading.
  Result<void> bind_picture();
  /// Copies the picture's part `from` to `to` of the bound framebuffer.
  Result<void> copy(Programs& programs, const Tile& from, const Tile& to);

 private:
  /// A pixel's size in the texture coordinates of picture().
  vec2 pixel_size() const;
  Result<void> draw(ProgramId program, std::span<const vec4> values, GLuint picture, GLuint other,
                    const EffectTexture& into, const gl::Sampler& filter);

  Programs* programs_ = nullptr;
  const EffectView* view_ = nullptr;
  std::array<EffectTexture, 2> pictures_;
  std::size_t current_ = 0;
  bool is_drawn_ = true;  ///< no pass has changed the picture
  std::array<EffectTexture, own_textures> own_;
  gl::VertexArray vertex_array_;
  gl::Sampler linear_, nearest_;
};

}  // namespace mmd
