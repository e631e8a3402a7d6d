#pragma once

// render/software: rasterisers for shadows with a CPU driver such as llvmpipe, which runs on machines without
// a GPU.
//
// CPU drivers are slow for triangles of one or two pixels, and shadows consist of those: half of the time of
// a small picture. This folder saves 17 to 27 % of the time of batch, serve and the animated window:
//   depth_raster      depths of shadow maps (ShadowMap::raster), on two threads
//   coverage_raster   pixels that the ground shadow covers, with the alpha of textures
//   ground_mask       draws these pixels as one rectangle with the driver
// Apart from rounding, the results equal those of the driver's passes (shadow_map.cpp,
// ground_shadow_pass.cpp). draws_shadows_itself() is the only switch; this folder is never used with a GPU.
//
// This file finds the texels that a triangle covers: those whose middle is inside or on the border.

#include <algorithm>

#include "base/math.h"
#include "render/context.h"
#include "scene/scene.h"

namespace mmd {

/// Whether the program draws shadows itself. This needs vertices posed by the CPU, so a chosen skinning mode
/// disables it. Materials of points or lines are left to the driver in any case.
inline bool draws_shadows_itself(const Scene& scene) {
  return draws_on_cpu() && scene.settings.skinning == Skinning::automatic;
}

/// A linear function of x and y; `at` is its value at the start of the current row.
struct Slope {
  float at, along_x, along_y;
  float after(float x) const { return at + x * along_x; }
  void next_row() { at += along_y; }
};

/// Twice the signed area of the triangle of a point and the side from `from` to `to`, as a function of the
/// point's position; positive to the left of the side. Positions are relative to `origin`, near the triangle,
/// because floats are too coarse for large coordinates.
inline Slope left_of(const vec2& from, const vec2& to, const vec2& origin) {
  const float along_x = from.y - to.y, along_y = to.x - from.x;
  return {(origin.x - from.x) * along_x + (origin.y - from.y) * along_y, along_x, along_y};
}

/// Twice the signed area of a triangle; positive if its corners run counter-clockwise.
inline float doubled_area(const vec2& a, const vec2& b, const vec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

/// The first and last of `size` texels whose middles 0.5, 1.5 … are from `low` to `high`.
struct TexelRange {
  int first, last;
  TexelRange(float low, float high, int size) {
    const auto end = static_cast<float>(size);
    first = size - static_cast<int>(end - std::clamp(low - 0.5f, 0.0f, end));  // rounded up
    last = static_cast<int>(std::clamp(high + 0.5f, 0.0f, end)) - 1;
  }
  bool is_empty() const { return first > last; }
  int steps() const { return last - first; }
};

}  // namespace mmd
