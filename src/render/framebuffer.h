#pragma once

#include "base/result.h"
#include "render/context.h"
#include "render/gl_objects.h"

namespace mmd {

/// Largest width and height that the current driver draws into.
int max_framebuffer_size();
/// Samples per pixel, at least 1, that the driver has for `wanted`.
int usable_framebuffer_samples(int wanted);

/// Whether a picture drawn twice as wide and high and averaged comes sooner than one with four samples: so it
/// is with drivers that run on the CPU, which take twice as long for samples as for pixels. Textures are
/// finer, outlines as smooth on average: coarser where they are nearly upright or level.
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
