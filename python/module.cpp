// The Python module mmdview: only bindings of the libraries (docs/user/python.md).

#include <pybind11/pybind11.h>

#include "errors.h"
#include "evaluate.h"
#include "model.h"
#include "motion.h"
#include "physics.h"
#include "pickling.h"
#include "poses.h"
#include "render.h"

PYBIND11_MODULE(_mmdview, module) {
  module.attr("__version__") = MMDVIEW_VERSION;
  mmd::python::bind_errors(module);
  mmd::python::bind_model(module);
  mmd::python::bind_poses(module);
  mmd::python::bind_motion(module);
  mmd::python::bind_evaluation(module);
  mmd::python::bind_render(module);
  mmd::python::bind_physics(module);
  mmd::python::bind_pickling(module);
  // The module's name in messages and help.
  for (const auto& [name, value] : pybind11::cast<pybind11::dict>(module.attr("__dict__")))
    if (PyType_Check(value.ptr())) value.attr("__module__") = "mmdview";
}
