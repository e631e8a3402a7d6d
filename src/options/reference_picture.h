#pragma once

#include <algorithm>
#include <string>

namespace mmd {

/// A picture that the window shows over the view or beside it, to pose after. It is never part of saved
/// pictures.
struct ReferencePicture {
  static constexpr float min_scale = 0.05f, max_scale = 20.0f;

  std::string file;  ///< UTF-8; empty: none
  bool shown = true;
  bool beside = false;       ///< it has a part of the window of its own
  bool locked = false;       ///< the mouse works on the view behind it
  float opacity = 0.5f;      ///< 0-1; beside the view it is opaque
  float x = 0.5f, y = 0.5f;  ///< its middle, as shares of the area from the top left
  float scale = 1.0f;        ///< 1: as large as fits into the area

  bool operator==(const ReferencePicture& other) const = default;
};

/// With numbers within their limits: the middle stays in the area.
inline ReferencePicture within_limits(ReferencePicture picture) {
  picture.opacity = std::clamp(picture.opacity, 0.0f, 1.0f);
  picture.x = std::clamp(picture.x, 0.0f, 1.0f);
  picture.y = std::clamp(picture.y, 0.0f, 1.0f);
  picture.scale = std::clamp(picture.scale, ReferencePicture::min_scale, ReferencePicture::max_scale);
  return picture;
}

}  // namespace mmd
