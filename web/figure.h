#pragma once

// A loaded model on the page, posed: what the core (without a renderer) and the viewer share.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/loaded_figure.h"
#include "document/pose_sampler.h"
#include "document/simulation.h"
#include "scene/scene.h"

namespace mmd::web {

enum class Bodies : bool { ignored, simulated };

/// A document in a scene of its own, evaluated with its own switches. The document must outlive it.
class Figure {
 public:
  explicit Figure(const LoadedFigure& document, Bodies bodies = Bodies::simulated);
  Figure(const Figure&) = delete;
  Figure& operator=(const Figure&) = delete;

  /// Replaces the pose below the motions. `ik_chains` as in EvaluationSwitches.
  void set_pose(const Pose& pose, const std::vector<std::uint8_t>& ik_chains);
  /// Plays the motions, or holds the pose.
  void play(bool plays);
  bool moves() const { return sampler_.moves(); }
  std::uint32_t last_frame() const { return sampler_.last_frame(); }
  /// Switches; take effect with the next show().
  void choose(const EvaluationChoice& evaluation, bool physics);

  /// Evaluates the frame, with the bodies settled, or simulated since the last shown frame of a motion.
  void show(double frame);

  Scene& scene() { return scene_; }
  const Scene& scene() const { return scene_; }
  const Actor& actor() const { return *scene_.actors.front(); }
  const PosedState& state() const { return sampler_.state(); }

 private:
  void restart() { simulation_.reset(); }

  Scene scene_;
  PoseSampler sampler_;
  EvaluationChoice evaluation_;
  bool has_bodies_ = false, physics_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace mmd::web
