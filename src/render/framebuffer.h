#pragma once

#include "base/result.h"
#include "render/context.h"
#include "render/gl_objects.h"
#include "render/tiles.h"

namespace mmd {

/// Sets the OpenGL state that the passes expect, independent of the user interface's: depth test and write
/// on, blending over premultiplied alpha, no culling, full viewport.
void set_draw_state(int width, int height);
/// Blends colours of straight alpha over the picture, the usual state.
void blend_over();
/// Maps the picture to the part `picture` of the framebuffer and clips drawing to `seen`; pixels from the
/// bottom left. Call after set_draw_state().
void restrict_drawing(const Tile& picture, const Tile& seen);
/// Clears the framebuffer to the background (straight alpha, colours 0-1).
void clear_picture(const vec4& background);
/// Unbinds everything, so that later code cannot change it by accident.
void leave_draw_state();
/// Clears the error flags; returns whether one of them was "out of memory".
bool take_out_of_memory();
/// Makes a renderbuffer of `width` x `height` pixels and attaches it to the bound framebuffer.
void attach_renderbuffer(gl::Renderbuffer& buffer, GLenum attachment, GLenum format, int width, int height,
                         int samples = 1);

/// Restores the framebuffer bindings of its construction when it is destroyed.
class FramebufferGuard {
 public:
  FramebufferGuard();
  ~FramebufferGuard();
  FramebufferGuard(const FramebufferGuard&) = delete;
  FramebufferGuard& operator=(const FramebufferGuard&) = delete;

 private:
  GLint draw_ = 0, read_ = 0;
};

/// The largest width and height in pixels that the current driver can draw into.
int max_framebuffer_size();
/// `wanted` samples per pixel, limited to the driver's range; at least 1.
int usable_framebuffer_samples(int wanted);

/// Whether supersampling (drawing twice as wide and high) is faster than four samples: CPU drivers take twice
/// as long for samples as for pixels. Supersampling makes textures finer, and outlines coarser only where
/// they are nearly vertical or horizontal.
bool prefers_supersampling();

/// An off-screen framebuffer: RGBA8 colour, depth and stencil, optionally multisampled.
class OffscreenTarget {
 public:
  /// Allocates the buffers unless they fit already. Errors: too large, out of memory, refused by the driver.
  /// `with_maps`: colour_map() and depth_map() will be used.
  Result<void> prepare(int width, int height, int samples, bool with_maps = false);
  /// Binds the framebuffer for drawing.
  void bind() const;
  /// Averages the samples and binds the result for reading.
  void resolve() const;
  /// Binds the last resolved picture for reading.
  void bind_resolved() const;
  /// The last resolved picture and its depths, of one sample per pixel; 0 unless they are read.
  GLuint colour_map() const { return colour_map_.id(); }
  GLuint depth_map() const { return depth_map_.id(); }
  vec2 size() const { return {static_cast<float>(width_), static_cast<float>(height_)}; }

 private:
  Result<void> allocate(int width, int height, int samples, bool with_maps);
  void attach_maps(int width, int height);

  int width_ = 0, height_ = 0, samples_ = 0;
  gl::Framebuffer draw_, resolved_;
  gl::Texture colour_map_, depth_map_;
  gl::Renderbuffer colour_, depth_, resolved_colour_;
};

}  // namespace mmd
