#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arrays.h"
#include "document/document.h"
#include "document/pose_sampler.h"
#include "model.h"

namespace mmd::python {

/// A motion for one model, over its rest pose or another.
struct PyMotion {
  std::shared_ptr<PyModel> model;
  Document document;
};

/// Frames as they are given: (n,) numbers, finite. TypeError, ValueError: something else.
FloatArray frame_array(const pybind11::handle& frames);
/// What samples the motion over a Pose, or None. ValueError: one of another model.
PoseSampler sampler_of(const PyMotion& motion, const pybind11::object& over);

/// Motion.
void bind_motion(pybind11::module_& module);

}  // namespace mmd::python
