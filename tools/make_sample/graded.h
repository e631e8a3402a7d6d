#pragma once

// Meshes whose cells are finer where the shape has detail.

#include <vector>

#include "make_sample/mesh.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// The size of cells along one axis: at each place (in units, sorted), linear between places.
struct CellSize {
  float at, size;
};
using Grading = std::vector<CellSize>;

/// Like surface_nets(), inside the box that the gradings of x, y and z span.
Mesh graded_nets(const Sdf& f, const Grading& x, const Grading& y, const Grading& z);

}  // namespace mmd::sample
