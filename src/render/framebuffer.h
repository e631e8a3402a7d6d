#pragma once

#include "base/result.h"
#include "render/context.h"
#include "render/gl_objects.h"
#include "render/tiles.h"

namespace mmd {

/// Sets the state that the passes expect, whatever the user interface left behind: depth test and write on,
/// blending over premultiplied alpha, no culling, full viewport.
void set_draw_state(int width, int height);
/// Then restricts the picture to a part of the framebuffer, and drawing to `seen`; pixels from the bottom
/// left.
void restrict_drawing(const Tile& picture, const Tile& seen);
/// Empties the framebuffer for a picture on that background (straight alpha).
void clear_picture(const vec4& background);
/// Leaves nothing bound that code after this could change by accident.
void leave_draw_state();
/// Reads the error flags until they are clear; whether one of them was "out of memory".
bool take_out_of_memory();

/// Remembers the framebuffers that are bound and binds them again.
class FramebufferGuard {
 public:
  FramebufferGuard();
  ~FramebufferGuard();
  FramebufferGuard(const FramebufferGuard&) = delete;
  FramebufferGuard& operator=(const FramebufferGuard&) = delete;

 private:
  GLint draw_ = 0, read_ = 0;
};

/// Largest width and height that the current driver draws into.
int max_framebuffer_size();
/// Samples per pixel, at least 1, that the driver has for `wanted`.
int usable_framebuffer_samples(int wanted);

/// Whether drawing a picture twice as wide and high and averaging it is faster than four samples: drivers on
/// the CPU take twice as long for samples as for pixels. Textures come out finer, outlines as smooth on
/// average and coarser where they are nearly upright or level.
bool prefers_supersampling();

/// An off-screen picture: colour RGBA8, depth and stencil, multisampled if wanted.
class OffscreenTarget {
 public:
  /// Makes or remakes it unless it is like that already. Errors: too large, out of memory, refused by the
  /// driver.
  Result<void> prepare(int width, int height, int samples);
  /// Binds it for drawing.
  void bind() const;
  /// Averages the samples; afterwards the picture is bound for reading.
  void resolve() const;
  /// Binds the picture for reading as it was resolved last.
  void bind_resolved() const;

 private:
  Result<void> allocate(int width, int height, int samples);

  int width_ = 0, height_ = 0, samples_ = 0;
  gl::Framebuffer draw_, resolved_;
  gl::Renderbuffer colour_, depth_, resolved_colour_;
};

}  // namespace mmd
