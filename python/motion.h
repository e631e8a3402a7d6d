#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Motion.
void bind_motion(pybind11::module_& module);

}  // namespace mmd::python
