#pragma once

#include <pybind11/pybind11.h>

namespace mmd::python {

/// Binds Model.evaluate, Model.skin and IkResults.
void bind_evaluation(pybind11::module_& module);

}  // namespace mmd::python
