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
/// is with drivers that run on the CPU, which compile code for resolving samples in every process, unless the
/// picture is so large that that does not matter. (Four samples give outlines that are nearer to those of
/// other viewers.)
bool prefers_supersampling(int width, int height);

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
