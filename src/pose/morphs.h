#pragma once

#include <span>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "pose/pose.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// The effective weights of morphs after groups and flips (semantics, "Morphs"), and the bone morphs' sums
/// per bone. update() does not allocate after the first call. Not thread-safe.
class MorphState {
 public:
  explicit MorphState(const Model& model);

  /// `weights`: one per morph, finite. Groups within groups count; cycles are cut.
  void update(const Model& model, std::span<const float> weights);

  /// One per morph; 0 for groups and flips.
  std::span<const float> effective() const { return effective_; }
  /// Whether any bone morph has a weight. If not, the two spans below (one entry per bone, right-handed, MMD
  /// units, unit quaternions) are invalid.
  bool moves_bones() const { return moves_bones_; }
  std::span<const vec3> bone_translation() const { return bone_translation_; }
  std::span<const quat> bone_rotation() const { return bone_rotation_; }

 private:
  void follow(const Model& model, std::int32_t morph, float weight, int depth);
  void add_bone_morph(const BoneMorph& morph, float weight);

  std::vector<float> effective_;
  std::vector<bool> on_path_;
  std::vector<vec3> bone_translation_;
  std::vector<quat> bone_rotation_;
  bool moves_bones_ = false;
  std::size_t budget_ = 0;  ///< remaining group references to follow in this update
};

/// Inputs for the evaluation from a pose and updated morphs. Both must outlive the result, unchanged.
BoneInputs bone_inputs(const Pose& pose, const MorphState& morphs);

}  // namespace mmd
