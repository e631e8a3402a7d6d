#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arrays.h"
#include "model.h"
#include "session/arrangement.h"

namespace mmd::python {

/// A motion for one model, over its rest pose or another.
struct PyMotion {
  std::shared_ptr<PyModel> model;
  std::shared_ptr<const LoadedFigure> loaded;
};

/// The user's frames: (n,) finite numbers. Raises TypeError or ValueError for others.
FloatArray frame_array(const pybind11::handle& frames);
/// The motion's figure over a Pose, or over the rest pose for None. Raises ValueError if the pose belongs to
/// another model.
Figure figure_of(const PyMotion& motion, const pybind11::object& over);

/// Binds Motion.
void bind_motion(pybind11::module_& module);

}  // namespace mmd::python
