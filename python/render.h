#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Binds Model.render.
void bind_render(pybind11::module_& module);

}  // namespace mmd::python
