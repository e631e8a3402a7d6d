#pragma once

#include <cstdint>

#include "base/raw_vector.h"

namespace mmd {

/// The visible face at each pixel of a picture (Renderer::render_surfaces).
struct SurfaceImage {
  int width = 0, height = 0;
  /// width * height values, rows from the top. 0: no face; otherwise 1 + the face's number. Faces are the
  /// triangles of all actors (Model::indices), numbered consecutively in the actors' order.
  RawVector<std::uint32_t> face;
};

}  // namespace mmd
