#pragma once

// How the program's own rasters find what a triangle covers: the texels whose middle lies in it or on its
// border.

#include <algorithm>

#include "base/math.h"

namespace mmd {

/// Clip w, in model units of distance to the eye: of what is nearer the driver cuts something off.
constexpr float nearest_w = 0.1f;

/// A function of a place that grows evenly.
struct Slope {
  float at, along_x, along_y;
  float after(float x) const { return at + x * along_x; }
  void next_row() { at += along_y; }
};

/// Twice the area of the triangle that a place makes with the side from `from` to `to`; above 0 to its left.
/// Places count from `origin`, near the triangle: of large coordinates floats have no digits left.
inline Slope left_of(const vec2& from, const vec2& to, const vec2& origin) {
  const float along_x = from.y - to.y, along_y = to.x - from.x;
  return {(origin.x - from.x) * along_x + (origin.y - from.y) * along_y, along_x, along_y};
}

/// Twice the area of a triangle; above 0 if its corners turn left.
inline float doubled_area(const vec2& a, const vec2& b, const vec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

/// The first and last of the places 0.5, 1.5 … of `size` that lie from `low` to `high`.
struct TexelRange {
  int first, last;
  TexelRange(float low, float high, int size) {
    const auto most = static_cast<float>(size);
    first = size - static_cast<int>(most - std::clamp(low - 0.5f, 0.0f, most));  // rounded up
    last = static_cast<int>(std::clamp(high + 0.5f, 0.0f, most)) - 1;
  }
  bool is_empty() const { return first > last; }
  int steps() const { return last - first; }
};

}  // namespace mmd
