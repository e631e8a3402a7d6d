#pragma once

// A pose that was made for a figure of other proportions, put onto this one.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/bone_names.h"
#include "formats/vpd.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// What fitting changed of a bone's own transform.
struct FitChange {
  std::int32_t bone = none;
  float degrees = 0.0f, units = 0.0f;
};

struct FittedPose {
  Pose pose;  ///< of the target
  float leg_ratio = 1.0f;
  std::vector<FitChange> changes;  ///< in the order of the bones
  std::vector<std::string> given;  ///< bones that the target lacks, whose rotations their parents got
};

/// The proportions that most old poses were made for: a skeleton without vertices that has the bones of a
/// standard model, with legs of 9.42 units. The lengths are measured ones; the places across are unconfirmed.
std::shared_ptr<const Model> classic_figure();

/// The figure of the samples, for its mesh; null if it is not installed.
std::shared_ptr<const Model> sample_figure();

/// The model that a pose was made for.
struct FitSource {
  std::shared_ptr<const Model> model;  ///< its proportions
  std::shared_ptr<const Model> mesh =
      {};  ///< shows what touches what, if `model` has no vertices; may be null
};

/// Fits a pose file made for `source` to `target`. Translations of the body and of the feet's goals are
/// scaled by the length of the legs; knees bend as they did; soles, knees and bodies that were on the floor
/// are on it, soles flat if they were flat within 10 degrees; hands that touched the body, the head, each
/// other or the floor do so again, if both models have vertices. `names`: of the target's bones
/// (bone_names.h). Error: a model lacks leg bones.
Result<FittedPose> fit_pose(const vpd::File& file, const FitSource& source,
                            const std::shared_ptr<const Model>& target, const BoneNames& names = {});

}  // namespace mmd
