#pragma once

#include <span>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "pose/pose.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Effective weight of every morph after groups and flips were followed (semantics, "Morphs"), and what bone
/// morphs add to the bones. Owns its buffers: updating allocates nothing after the first time.
class MorphState {
 public:
  explicit MorphState(const Model& model);

  /// `weights`: one per morph. Groups of groups are followed; a group that contains itself is cut where it
  /// closes.
  void update(const Model& model, std::span<const float> weights);

  /// Per morph; groups and flips keep their own entry at 0.
  std::span<const float> effective() const { return effective_; }
  /// Whether any bone morph has a weight; the two spans below are meaningful only then.
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
  std::size_t budget_ = 0;  ///< group references left to follow in this update
};

/// What a pose and the bone morphs of its last update give the bones. Good as long as both stay.
BoneInputs bone_inputs(const Pose& pose, const MorphState& morphs);

}  // namespace mmd
