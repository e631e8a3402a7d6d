#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "document/loaded_figure.h"
#include "pose/camera_track.h"
#include "pose/hand_poses.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// What a document sets at a frame beside the pose.
struct PosedState {
  std::vector<std::uint8_t> ik_chains;  ///< as EvaluationSwitches::ik_chains; empty: all on
  std::vector<std::uint8_t> simulated;  ///< per bone, 0: its bodies follow the bone; empty: the model decides
  bool visible = true;                  ///< from the last motion with visibility keys
  std::optional<CameraSample> camera;   ///< from the last motion with camera keys
  std::optional<LightSample> light;     ///< from the last motion with light keys
};

/// A morph of the model, by index, and its weight.
struct MorphWeight {
  std::int32_t morph = none;
  float weight = 0.0f;

  bool operator==(const MorphWeight& other) const = default;
};

/// The morphs of these names. Error, starting with `asked_by` ("--morph"): the model lacks one.
Result<std::vector<MorphWeight>> find_morphs(const NamedMorphs& morphs, const Model& model,
                                             std::string_view asked_by);

/// Samples a document at any frame: first its poses, then its motions, then the chosen morphs. Not
/// thread-safe.
class PoseSampler {
 public:
  PoseSampler() = default;
  explicit PoseSampler(std::shared_ptr<const LoadedFigure> document);

  // These take effect with the next sample.

  /// Morph weights applied over poses and motions.
  void set_morphs(std::vector<MorphWeight> morphs) { morphs_ = std::move(morphs); }
  /// Rotations applied over poses and motions.
  void set_rotations(std::vector<BoneRotation> rotations) { rotations_ = std::move(rotations); }
  /// Bones whose bodies follow them, whatever motions say.
  void set_frozen(std::vector<std::int32_t> bones) { frozen_ = std::move(bones); }
  /// Replaces the document's poses; `ik_chains` as in EvaluationSwitches.
  void set_pose(std::shared_ptr<const Pose> pose, std::vector<std::uint8_t> ik_chains);
  /// `rest_morphs`: morph weights applied over the rest pose.
  void show(Shows shows, std::vector<MorphWeight> rest_morphs = {});

  /// Fills in `pose`, whatever it was, and returns the rest, valid until the next sample. `frame` as for
  /// Motion::sample. Allocates only in the first call, and for a pose of another size.
  const PosedState& sample(double frame, Pose& pose);

  /// Whether motions animate the model.
  bool moves() const { return shows_ == Shows::motion && !document_->motions.empty(); }
  /// The last frame with a key in any of the motions.
  std::uint32_t last_frame() const;

  /// What the last sample set beside the pose.
  const PosedState& state() const { return state_; }

 private:
  void sample_motion(const Motion& motion, double frame, Pose& pose);

  std::shared_ptr<const LoadedFigure> document_;
  Shows shows_ = Shows::motion;
  std::shared_ptr<const Pose> base_;  ///< below the motions
  std::vector<std::uint8_t> base_ik_chains_;
  std::vector<MorphWeight> morphs_, rest_morphs_;
  std::vector<BoneRotation> rotations_;
  std::vector<std::int32_t> frozen_;
  PosedState state_;
};

/// Gives an actor of the document's model the pose, IK chains and visibility at a frame, and the chosen
/// switches, without evaluating it. Returns what is set beside the pose.
const PosedState& pose_actor(PoseSampler& sampler, double frame, const Evaluation& choice, Actor& actor);
/// Copies only the switches, without evaluating; IK chains keep their state.
void apply_switches(const Evaluation& choice, Actor& actor);

}  // namespace mmd
