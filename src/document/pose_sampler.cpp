#include "document/pose_sampler.h"

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

PoseSampler::PoseSampler(std::shared_ptr<const LoadedFigure> document)
    : document_(std::move(document)),
      shows_(document_->shows),
      base_(document_, &document_->pose),
      base_ik_chains_(document_->ik_chains) {}

void PoseSampler::sample_motion(const Motion& motion, double frame, Pose& pose) {
  motion.sample(frame, pose);
  if (motion.switches_ik()) {
    state_.ik_chains.resize(document_->model().skeleton.ik_chains.size(), 1);
    motion.sample_ik(frame, state_.ik_chains);
  }
  if (motion.switches_physics()) {
    state_.simulated.resize(document_->model().bone_count(), 1);
    motion.sample_physics(frame, state_.simulated);
  }
  if (motion.switches_visibility()) state_.visible = motion.visible(frame);
}

namespace {

/// As Pose(model), but without allocating where the sizes match.
void set_to_rest(const Model& model, Pose& pose) {
  pose.translation.assign(model.bone_count(), vec3(0.0f));
  pose.rotation.assign(model.bone_count(), identity_rotation());
  pose.exact.clear();
  pose.morph_weights.assign(model.morphs.size(), 0.0f);
}

void lay(const std::vector<MorphWeight>& morphs, Pose& pose) {
  for (const MorphWeight& m : morphs) pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
}

}  // namespace

void PoseSampler::set_pose(std::shared_ptr<const Pose> pose, std::vector<std::uint8_t> ik_chains) {
  base_ = std::move(pose);
  base_ik_chains_ = std::move(ik_chains);
}

void PoseSampler::show(Shows shows, std::vector<MorphWeight> rest_morphs) {
  shows_ = shows;
  rest_morphs_ = std::move(rest_morphs);
}

std::uint32_t PoseSampler::last_frame() const {
  return document_->last_frame();
}

const PosedState& PoseSampler::sample(double frame, Pose& pose) {
  state_.ik_chains.clear();
  state_.simulated.clear();
  state_.visible = true;
  if (shows_ == Shows::rest) {
    set_to_rest(document_->model(), pose);
    lay(rest_morphs_, pose);
  } else {
    pose = *base_;
    state_.ik_chains = base_ik_chains_;
    if (moves())
      for (const MotionLayer& layer : document_->motions) sample_motion(*layer.motion, frame, pose);
    lay(morphs_, pose);
    turn(rotations_, pose.rotation);
  }
  if (!frozen_.empty()) state_.simulated.resize(document_->model().bone_count(), 1);
  for (const std::int32_t bone : frozen_) state_.simulated[static_cast<std::size_t>(bone)] = 0;
  for (const MotionLayer& layer : document_->motions) {
    const Motion& motion = *layer.motion;
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

const PosedState& pose_actor(PoseSampler& sampler, double frame, const Evaluation& choice, Actor& actor) {
  const PosedState& state = sampler.sample(frame, actor.pose);
  apply_switches(choice, actor);
  actor.switches.ik_chains = state.ik_chains;
  actor.visible = state.visible;
  return state;
}

}  // namespace mmd
