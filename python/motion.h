#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arrays.h"
#include "document/loaded_figure.h"
#include "document/pose_sampler.h"
#include "model.h"

namespace mmd::python {

/// A motion for one model, over its rest pose or another.
struct PyMotion {
  std::shared_ptr<PyModel> model;
  LoadedFigure document;
};

/// The user's frames: (n,) finite numbers. Raises TypeError or ValueError for others.
FloatArray frame_array(const pybind11::handle& frames);
/// A sampler of the motion over a Pose, or over the rest pose for None. Raises ValueError if the pose belongs
/// to another model.
PoseSampler sampler_of(const PyMotion& motion, const pybind11::object& over);

/// Binds Motion.
void bind_motion(pybind11::module_& module);

}  // namespace mmd::python
