#pragma once

#include <cstdint>
#include <vector>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// How opaque a texture is, at its own size and smaller ones. Nothing is worked out before at() asks for it:
/// most textures with alpha that throw a shadow lie over pixels that are in shadow already.
class AlphaLevels {
 public:
  /// Larger pictures begin at the first half of theirs that fits.
  static constexpr int largest = 1024;

  /// The image must be there for at().
  explicit AlphaLevels(const Image& image);

  /// The level for places that lie as far apart as a step that covers `texels` of the picture, by area.
  int level_for(float texels) const;
  /// 0 to 1, between the four nearest texels, as a texture that repeats. 0 for coordinates beyond all
  /// numbers. By one thread at a time.
  float at(const vec2& uv, int level);
  /// Of the picture.
  float texels() const { return texels_; }

 private:
  struct Level {
    int width, height;
    std::vector<std::uint8_t> alpha;
  };
  void build();

  const Image* image_;
  float texels_;
  int left_out_ = 0;  ///< levels that were too large
  int level_count_ = 1;
  std::vector<Level> levels_;  ///< empty: at() was not called yet
};

}  // namespace mmd
