#pragma once

// render/software: what the program draws itself where the OpenGL driver runs on the CPU, as llvmpipe does on
// machines without a GPU.
//
// Such a driver takes as long over a triangle of a pixel or two as over a large one, and shadows are made of
// those: of a small picture they would be half of the work. Together the files here save 17 to 27 % of a
// batch, of serve and of the moving window:
//   depth_raster      the depths of shadow maps (ShadowMap::raster), on two threads
//   coverage_raster   the pixels that the shadow on the ground covers, and how opaque textures are there
//   ground_mask       has the driver draw these pixels as one rectangle
// The results are those of the driver's own passes (shadow_map.cpp, ground_shadow_pass.cpp), but for
// rounding. draws_shadows_itself() is the one switch; a GPU never runs anything of this folder.
//
// This file: how the rasters find what a triangle covers, which is the texels whose middle lies in it or on
// its border.

#include <algorithm>

#include "base/math.h"
#include "render/context.h"
#include "scene/scene.h"

namespace mmd {

/// Whether the program draws shadows itself. Not with a skinning mode that was asked for: it needs vertices
/// that the CPU has posed. A shadow whose materials are points or lines is left to the driver all the same.
inline bool draws_shadows_itself(const Scene& scene) {
  return draws_on_cpu() && scene.settings.skinning == Skinning::automatic;
}

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
