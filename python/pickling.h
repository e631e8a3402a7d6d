#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Makes Model, Pose, Poses and Diagnostic picklable: a model by its path, the others by their contents.
void bind_pickling(pybind11::module_& module);

}  // namespace mmd::python
