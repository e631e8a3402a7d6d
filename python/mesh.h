#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Adds the arrays of the mesh to Model: vertices at rest, weights, faces, texture coordinates, textures.
void bind_mesh(pybind11::module_& module);

}  // namespace mmd::python
