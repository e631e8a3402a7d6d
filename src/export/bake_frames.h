#pragma once

// A document frame by frame, as it is and as its baked pose shows it again.

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

/// A document frame by frame, with its bodies where they are asked for.
class ShownFrames {
 public:
  /// `source` stays.
  explicit ShownFrames(const BakeSource& source);

  /// Simulated frames are to rise.
  void show(double frame);
  /// The model at the last frame.
  const Actor& actor() const { return *scene_.actors.front(); }
  /// Whether bodies are simulated.
  bool is_simulated() const { return simulation_ != nullptr && !simulation_->is_empty(); }
  Diagnostics warnings() const;

 private:
  const BakeSource& source_;
  Scene scene_;
  std::unique_ptr<Simulation> simulation_;  ///< null: without
};

/// Takes the bone that is farthest from where it was wanted, if that is farther than any before.
void measure_error(const Model& model, double frame, std::span<const Affine> replayed, const Affine* wanted,
                   BakeError& error);

/// Evaluates poses as a program does that has neither IK nor physics.
class Replay {
 public:
  explicit Replay(std::shared_ptr<const Model> model);
  /// The palette, until the next pose.
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
  /// Which bones and morphs a file can have keys for.
  struct Keys {
    std::vector<std::uint8_t> bones, morphs;
  };
  /// `source` stays.
  FrameBaker(const BakeSource& source, Keys keys);

  /// Shows the document at a frame. Simulated frames are to rise.
  void show(double frame) { frames_.show(frame); }
  /// The same, and finds the pose that shows it without IK and physics.
  const Pose& bake(double frame);

  /// Of the last frame: the bones' palette as they are, and as the baked pose has them.
  std::span<const Affine> wanted() const { return frames_.actor().palette(); }
  std::span<const Affine> reached() const { return solver_.reached(); }
  /// What the document says there.
  const PosedState& state() const { return source_.sampler.state(); }
  const PoseFromBones::Loss& largest_loss() const { return solver_.largest_loss(); }
  /// Whether bodies are simulated.
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
