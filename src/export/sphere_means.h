#pragma once

#include <cstddef>
#include <unordered_map>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// 0-1, straight alpha.
vec4 texel_at(const Image& image, int x, int y);

/// What sphere maps come to on the whole: the mean of the disc that they show, found once for each picture.
class SphereMeans {
 public:
  /// `image` stays.
  const vec4& of(const Image& image);
  /// Pictures that were looked at.
  std::size_t looked_at() const { return means_.size(); }

 private:
  std::unordered_map<const Image*, vec4> means_;
};

}  // namespace mmd
