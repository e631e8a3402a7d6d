#pragma once

#include <cstdint>

#include "base/raw_vector.h"

namespace mmd {

/// Which face is seen at each pixel of a picture (Renderer::render_surfaces).
struct SurfaceImage {
  int width = 0, height = 0;
  /// Rows from the top. 0: none; otherwise 1 + the face's number: the triangles of the scene's actors
  /// (Model::indices), counted through in the actors' order.
  RawVector<std::uint32_t> face;
};

}  // namespace mmd
