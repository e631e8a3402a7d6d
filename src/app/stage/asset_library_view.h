#pragma once

#include <optional>

#include "library/asset_library.h"
#include "scene/camera.h"

namespace mmd {

/// View settings of the browser.
struct AssetLibraryView {
  AssetLibraryKind kind = AssetLibraryKind::poses;
  AssetLibraryQuery query;
  std::optional<View> thumbnails;  ///< ThumbnailChoice::view
};

}  // namespace mmd
