#pragma once

#include <optional>

#include "library/shelf.h"
#include "scene/camera.h"

namespace mmd {

/// What a person chooses about how a shelf is shown.
struct ShelfView {
  ShelfKind kind = ShelfKind::poses;
  ShelfQuery query;
  std::optional<View> thumbnails;  ///< ThumbnailChoice::view
};

}  // namespace mmd
