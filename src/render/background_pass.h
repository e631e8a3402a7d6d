#pragma once

#include "render/frame.h"

namespace mmd {

/// The picture behind everything (RenderSettings::background_picture), over the background's colour.
class BackgroundPass {
 public:
  /// First of a picture, over all of it.
  Result<void> draw(Programs& programs, TextureCache& cache, const Frame& frame);

 private:
  TextureCache::Shared texture_;  ///< kept for the next frame
  gl::VertexArray vertex_array_;
  gl::Sampler sampler_;
};

}  // namespace mmd
