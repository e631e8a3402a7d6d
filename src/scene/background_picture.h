#pragma once

#include <memory>
#include <string>

#include "assets/image.h"
#include "base/content_hash.h"
#include "base/diagnostic.h"

namespace mmd {

/// A picture behind everything that is shown. It fills what is drawn and keeps its proportions: what of it
/// is too wide or too high is cut off on both sides alike (how MikuMikuDance fits one is unconfirmed).
struct BackgroundPicture {
  std::string file;                    ///< UTF-8
  std::shared_ptr<const Image> image;  ///< null until it is loaded
  ContentHash hash;                    ///< of the file
  Diagnostics diagnostics = {};        ///< of loading it
};

/// Of how many of its own widths and heights a picture of `width` x `height` shows the middle, 0-1 each, when
/// `image` fills it.
struct SharesShown {
  float x = 1.0f, y = 1.0f;
};
inline SharesShown shares_shown(const Image& image, int width, int height) {
  const float wide = static_cast<float>(width) * static_cast<float>(image.height);
  const float high = static_cast<float>(height) * static_cast<float>(image.width);
  return wide > high ? SharesShown{1.0f, high / wide} : SharesShown{wide / high, 1.0f};
}

}  // namespace mmd
