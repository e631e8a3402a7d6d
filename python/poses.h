#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "arrays.h"
#include "base/diagnostic.h"
#include "model.h"
#include "pose/pose.h"
#include "scene/scene.h"

namespace mmd::python {

using FlagArray = pybind11::array_t<bool, pybind11::array::c_style | pybind11::array::forcecast>;

/// Poses of one model in arrays, all in MMD's own space: left-handed, MMD units, relative to rest.
struct Poses {
  std::shared_ptr<PyModel> model;
  FloatArray translations;  ///< (n, bones, 3)
  FloatArray rotations;     ///< (n, bones, 4): x, y, z, w, of any length
  FloatArray morphs;        ///< (n, morphs)
  FlagArray ik;             ///< (n, chains): whether each chain is solved

  std::size_t size() const { return static_cast<std::size_t>(translations.shape(0)); }
};

/// One of them: arrays as above with n = 1.
struct OnePose {
  Poses poses;
  Diagnostics diagnostics;
  /// As it was read, if it was: with more digits than the arrays have, for where these were not changed.
  std::shared_ptr<const Pose> loaded;
};

/// `count` poses at rest.
Poses poses_at_rest(const std::shared_ptr<PyModel>& model, std::size_t count);
/// Writes a pose into place `index`.
void set_pose(Poses& poses, std::size_t index, const Pose& pose);
/// One pose where it stands.
struct PoseRow {
  const float *translations = nullptr, *rotations = nullptr, *morphs = nullptr;
  const bool* ik = nullptr;
  const Pose* loaded = nullptr;  ///< as OnePose has it; may be null
};
/// Every pose of a Pose, Poses or sequence of Pose, and what keeps them alive.
struct PoseRows {
  std::vector<PoseRow> rows;
  std::vector<pybind11::object> owners;
  std::vector<std::shared_ptr<const Pose>> loaded;
};
/// A pose as the rest of the program has it. ValueError: a number that is none.
Pose pose_of(const PoseRow& row, const Model& model);
/// Gives an actor that pose and its switches of IK; nothing is evaluated.
void set_pose_of(const PoseRow& row, Actor& actor);
/// ValueError: one of another model. TypeError: nothing of these.
PoseRows rows_of(const pybind11::handle& poses, const PyModel& model);

/// Pose, Poses.
void bind_poses(pybind11::module_& module);

}  // namespace mmd::python
