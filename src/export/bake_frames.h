#pragma once

// Evaluation of a document frame by frame, and of its baked pose.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "document/simulation.h"
#include "export/bake.h"
#include "pose/morphs.h"
#include "pose/pose_from_bones.h"
#include "scene/scene.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Evaluates a document frame by frame, with physics if the source has it.
class ShownFrames {
 public:
  /// `source` must outlive the object. `settings`: of the model in its scene.
  explicit ShownFrames(const BakeSource& source, const AccessorySettings& settings = {});

  /// Evaluates a frame. With physics, frames must ascend.
  void show(double frame);
  /// The model at the last frame.
  const Actor& actor() const { return *scene_.actors.front(); }
  /// Whether bodies are simulated.
  bool is_simulated() const { return simulation_ != nullptr && !simulation_->is_empty(); }
  Diagnostics warnings() const;

 private:
  const BakeSource& source_;
  Scene scene_;
  std::unique_ptr<Simulation> simulation_;  ///< null: without physics
};

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
  /// `source` must outlive the object.
  FrameBaker(const BakeSource& source, Keys keys);

  /// Evaluates the document at a frame. With physics, frames must ascend.
  void show(double frame) { frames_.show(frame); }
  /// Calls show(), then computes the pose that puts all bones at the shown places without IK and physics.
  const Pose& bake(double frame);

  /// Palettes of the last frame: the original one, and that of the baked pose.
  std::span<const Affine> wanted() const { return frames_.actor().palette(); }
  std::span<const Affine> reached() const { return solver_.reached(); }
  /// The document's sample at the last frame.
  const PosedState& state() const { return source_.sampler.state(); }
  const PoseFromBones::Loss& largest_loss() const { return solver_.largest_loss(); }
  bool is_simulated() const { return frames_.is_simulated(); }
  Diagnostics warnings() const { return frames_.warnings(); }

 private:
  const BakeSource& source_;
  Keys keys_;
  ShownFrames frames_;
  MorphState morphs_;  ///< of the baked pose
  PoseFromBones solver_;
  Pose pose_;
};

}  // namespace mmd
