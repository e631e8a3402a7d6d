#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "document/document.h"
#include "pose/camera_track.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// What a document shows at a frame.
struct PosedState {
  Pose pose;
  std::vector<std::uint8_t> ik_chains;  ///< as EvaluationSwitches::ik_chains; empty: all on
  std::vector<std::uint8_t> simulated;  ///< per bone, 0 if its bodies follow it; empty: as they are made
  bool visible = true;                  ///< whether the last motion that says so shows the model
  std::optional<CameraSample> camera;   ///< of the last motion that has one
  std::optional<LightSample> light;     ///< of the last motion that has one
};

/// A morph of the model, by index, and its weight.
struct MorphWeight {
  std::int32_t morph = none;
  float weight = 0.0f;
};

/// The morphs that the choice names. Error: one that the model lacks; `asked_by` ("--morph") begins it.
Result<std::vector<MorphWeight>> find_morphs(const EvaluationChoice& choice, const Model& model,
                                             std::string_view asked_by);

/// Samples a document at any frame: its poses, over them its motions, over these the morphs that were chosen.
/// Keeps what it needs of the document alive. Belongs to one thread.
class PoseSampler {
 public:
  PoseSampler() = default;
  explicit PoseSampler(const Document& document);

  // From the next sample on.

  /// What lies over poses and motions.
  void set_morphs(std::vector<MorphWeight> morphs) { morphs_ = std::move(morphs); }
  /// In the place of the document's poses; `ik_chains` as EvaluationSwitches has it.
  void set_pose(const Pose& pose, const std::vector<std::uint8_t>& ik_chains);
  /// `rest_morphs`: what lies over the rest pose.
  void show(Shows shows, std::vector<MorphWeight> rest_morphs = {});

  /// `frame` as for Motion::sample. What it returns is good until the next sample. Allocates nothing but in
  /// the first.
  const PosedState& sample(double frame);

  /// Whether motions are shown.
  bool moves() const { return shows_ == Shows::motion && !motions_.empty(); }
  /// The last frame with a key of any motion.
  std::uint32_t last_frame() const;

  /// What the last sample gave.
  const PosedState& state() const { return state_; }

 private:
  struct Playing {
    std::shared_ptr<const Motion> motion;
    MotionCursor cursor;
  };
  void sample_pose(Playing& playing, double frame);
  void sample_stage(const Motion& motion, double frame);
  void sample_rest();

  Shows shows_ = Shows::motion;
  Pose base_;
  bool holds_base_ = false;  ///< state_.pose is base_ but for morphs and what the motions set in each sample
  std::vector<std::uint8_t> base_ik_chains_;
  std::size_t chain_count_ = 0, bone_count_ = 0;
  std::vector<Playing> motions_;
  std::vector<MorphWeight> morphs_, rest_morphs_;
  PosedState state_;
};

/// Gives an actor of the document's model a pose, IK states and the chosen switches.
void set_state(const PosedState& state, const EvaluationChoice& choice, Actor& actor);
/// The same and evaluates it.
void apply_state(const PosedState& state, const EvaluationChoice& choice, Actor& actor);
/// The switches alone, without evaluating; which IK chains are on stays.
void apply_switches(const EvaluationChoice& choice, Actor& actor);

}  // namespace mmd
