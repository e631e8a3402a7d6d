#pragma once

#include <memory>
#include <string>

#include "assets/image.h"
#include "base/content_hash.h"
#include "base/diagnostic.h"

namespace mmd {

/// A picture behind everything else. It fills the view, keeps its aspect ratio and is cropped equally on both
/// sides (unconfirmed for MikuMikuDance).
struct BackgroundPicture {
  std::string file;                    ///< UTF-8
  std::shared_ptr<const Image> image;  ///< null until loaded
  ContentHash hash;                    ///< of the file
  Diagnostics diagnostics = {};        ///< from loading
};

/// The visible middle part of `image` when it fills a view of `width` x `height`, as shares of its sides,
/// 0-1.
struct SharesShown {
  float x = 1.0f, y = 1.0f;
};
inline SharesShown shares_shown(const Image& image, int width, int height) {
  const float wide = static_cast<float>(width) * static_cast<float>(image.height);
  const float high = static_cast<float>(height) * static_cast<float>(image.width);
  return wide > high ? SharesShown{1.0f, high / wide} : SharesShown{wide / high, 1.0f};
}

}  // namespace mmd
