#pragma once

// Pieces of cloth: thin solids around a surface, and bows made of them.

#include <functional>

#include "make_sample/mesh.h"

namespace mmd::sample {

/// A surface by u (along, 0 to 1) and v (across, -1 to 1).
using Surface2 = std::function<vec3(float u, float v)>;

struct Sheet {
  Surface2 surface;
  float thickness;  ///< half
  int rows, columns;
  float notch = 0.0f;  ///< cuts the end (u = 1) in to a V, as a share of the length
};
/// Texture coordinates: u across, v along.
Mesh sheet(const Sheet& shape);

/// A bow's frame and sizes in units.
struct Bow {
  vec3 knot, across, up, front;  ///< unit axes
  float length, height;          ///< of one loop, from the knot, and half its height at the end
  float droop;                   ///< how far the loops' ends hang below the knot
  float sweep = 0.0f;            ///< how far they bend back, around what the bow lies on
};
/// Two loops and the knot around them, without ends.
Mesh bow_loops(const Bow& bow);

}  // namespace mmd::sample
