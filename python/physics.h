#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Binds Physics.
void bind_physics(pybind11::module_& module);

}  // namespace mmd::python
