#pragma once

// The baked poses of a session's frames.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "export/bake.h"
#include "pose/morphs.h"
#include "pose/pose_from_bones.h"
#include "session/session.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Whether show() moves the bodies of the session's model.
bool is_simulated(const Session& session);

/// Compares the joint positions of two palettes and stores the largest distance in `error`, if it is larger
/// than the stored one.
void measure_error(const Model& model, double frame, std::span<const Affine> replayed, const Affine* wanted,
                   BakeError& error);

/// Evaluates poses without IK and physics, as a program that lacks both does.
class Replay {
 public:
  explicit Replay(std::shared_ptr<const Model> model);
  /// The palette, valid until the next call.
  std::span<const Affine> evaluate(const Pose& pose);

 private:
  std::shared_ptr<const Model> model_;
  MorphState morphs_;
  BoneManager bones_;
  EvaluationSwitches switches_;
};

/// Bakes single frames.
class FrameBaker {
 public:
  /// Per bone and morph, 1 if the file can have keys for it.
  struct Keys {
    std::vector<std::uint8_t> bones, morphs;
  };
  /// `session` must outlive the object.
  FrameBaker(Session& session, Keys keys);

  /// Shows a frame. With physics, frames must ascend.
  void show(double frame) { session_.show(frame); }
  /// Calls show(), then computes the pose that puts all bones at the shown places without IK and physics.
  const Pose& bake(double frame);

  /// Palettes of the last frame: the original one, and that of the baked pose.
  std::span<const Affine> wanted() const { return session_.scene().actors.front()->palette(); }
  std::span<const Affine> reached() const { return solver_.reached(); }
  /// The sample at the last frame.
  const PosedState& state() const { return session_.state(0); }
  const PoseFromBones::Loss& largest_loss() const { return solver_.largest_loss(); }

 private:
  Session& session_;
  Keys keys_;
  MorphState morphs_;  ///< of the baked pose
  PoseFromBones solver_;
  Pose pose_;
};

}  // namespace mmd
