#include "document/pose_sampler.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "document/named_parts.h"

namespace mmd {

Result<std::vector<MorphWeight>> find_morphs(const NamedMorphs& morphs, const Model& model,
                                             std::string_view asked_by) {
  std::vector<MorphWeight> out;
  for (const auto& [name, weight] : morphs) {
    MMD_TRY(const auto morph, morph_called(model, name, asked_by));
    out.push_back({morph, weight});
  }
  return out;
}

PoseSampler::PoseSampler(const LoadedFigure& document)
    : shows_(document.shows),
      base_(document.pose),
      base_ik_chains_(document.ik_chains),
      chain_count_(document.model().skeleton.ik_chains.size()),
      bone_count_(document.model().bone_count()) {
  for (const MotionLayer& layer : document.motions) motions_.push_back(layer.motion);
  state_.pose = base_;
}

void PoseSampler::sample_pose(const Motion& motion, double frame) {
  motion.sample(frame, state_.pose);
  if (motion.switches_ik()) {
    state_.ik_chains.resize(chain_count_, 1);
    motion.sample_ik(frame, state_.ik_chains);
  }
  if (motion.switches_physics()) {
    state_.simulated.resize(bone_count_, 1);
    motion.sample_physics(frame, state_.simulated);
  }
  if (motion.switches_visibility()) state_.visible = motion.visible(frame);
}

namespace {

void lay(const std::vector<MorphWeight>& morphs, Pose& pose) {
  for (const MorphWeight& m : morphs) pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
}

}  // namespace

void PoseSampler::set_pose(const Pose& pose, const std::vector<std::uint8_t>& ik_chains) {
  base_ = pose;
  base_ik_chains_ = ik_chains;
  holds_base_ = false;
}

void PoseSampler::show(Shows shows, std::vector<MorphWeight> rest_morphs) {
  shows_ = shows;
  rest_morphs_ = std::move(rest_morphs);
  holds_base_ = false;
}

void PoseSampler::sample_rest() {
  Pose& pose = state_.pose;
  std::fill(pose.translation.begin(), pose.translation.end(), vec3(0.0f));
  std::fill(pose.rotation.begin(), pose.rotation.end(), identity_rotation());
  std::fill(pose.morph_weights.begin(), pose.morph_weights.end(), 0.0f);
  lay(rest_morphs_, pose);
}

std::uint32_t PoseSampler::last_frame() const {
  std::uint32_t last = 0;
  for (const auto& motion : motions_) last = std::max(last, motion->last_frame());
  return last;
}

const PosedState& PoseSampler::sample(double frame) {
  state_.ik_chains.clear();
  state_.simulated.clear();
  state_.visible = true;
  if (shows_ == Shows::rest) {
    sample_rest();
  } else {
    // Only the morphs, where possible: copying a whole pose every frame is slow.
    if (std::exchange(holds_base_, true)) {
      state_.pose.morph_weights = base_.morph_weights;
    } else {
      state_.pose = base_;
    }
    state_.ik_chains = base_ik_chains_;
    if (moves())
      for (const auto& motion : motions_) sample_pose(*motion, frame);
    lay(morphs_, state_.pose);
    turn(rotations_, state_.pose.rotation);
    holds_base_ &= rotations_.empty();  // a share of a rotation starts from the pose below
  }
  if (!frozen_.empty()) state_.simulated.resize(bone_count_, 1);
  for (const std::int32_t bone : frozen_) state_.simulated[static_cast<std::size_t>(bone)] = 0;
  for (const auto& playing : motions_) {
    const Motion& motion = *playing;
    if (!motion.camera().empty()) state_.camera = motion.camera().sample(frame);
    if (!motion.light().empty()) state_.light = motion.light().sample(frame);
  }
  return state_;
}

void apply_switches(const Evaluation& choice, Actor& actor) {
  actor.switches.append = choice.append;
  actor.switches.ik = choice.ik;
  actor.morphs_enabled = choice.morphs;
  actor.skin_level = choice.skin_level;
}

void set_state(const PosedState& state, const Evaluation& choice, Actor& actor) {
  apply_switches(choice, actor);
  actor.pose = state.pose;
  actor.switches.ik_chains = state.ik_chains;
  actor.visible = state.visible;
}

void apply_state(const PosedState& state, const Evaluation& choice, Actor& actor) {
  set_state(state, choice, actor);
  actor.evaluate();
}

}  // namespace mmd
