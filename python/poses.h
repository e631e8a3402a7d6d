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
#include "session/arrangement.h"

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

/// One pose: Poses with n = 1.
struct OnePose {
  Poses poses;
  Diagnostics diagnostics;
  /// The pose as it was read from a file, with more digits than the arrays; null for others. Used for values
  /// that were not changed.
  std::shared_ptr<const Pose> loaded;
};

/// `count` poses at rest.
Poses poses_at_rest(const std::shared_ptr<PyModel>& model, std::size_t count);
/// Poses that share the memory of suitable arrays; None: at rest. Raises ValueError for a wrong shape and
/// TypeError if there are no numbers.
Poses poses_from_arrays(const std::shared_ptr<PyModel>& model, const pybind11::object& translations,
                        const pybind11::object& rotations, const pybind11::object& morphs,
                        const pybind11::object& ik);
/// Stores a pose at `index`.
void set_pose(Poses& poses, std::size_t index, const Pose& pose);
/// Points to one pose inside Poses.
struct PoseRow {
  const float *translations = nullptr, *rotations = nullptr, *morphs = nullptr;
  const bool* ik = nullptr;
  const Pose* loaded = nullptr;  ///< OnePose::loaded; may be null
};
/// Points to every pose of a Pose, Poses or sequence of Pose, and keeps them alive.
struct PoseRows {
  std::vector<PoseRow> rows;
  std::vector<pybind11::object> owners;
  std::vector<std::shared_ptr<const Pose>> loaded;
};
/// Converts to the program's Pose. Raises ValueError for NaN and infinity.
Pose pose_of(const PoseRow& row, const Model& model);
/// Puts a figure into a pose with its IK switches. Raises as pose_of().
void set_pose_of(const PoseRow& row, Figure& figure);
/// Raises ValueError for a pose of another model and TypeError for other objects.
PoseRows rows_of(const pybind11::handle& poses, const PyModel& model);

/// Binds Pose and Poses.
void bind_poses(pybind11::module_& module);

}  // namespace mmd::python
