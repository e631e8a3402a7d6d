#include "skeleton/driven_bones.h"

#include <algorithm>

#include "base/math.h"
#include "base/rotations.h"

namespace mmd {
namespace {

using Kind = EvaluationStep::Kind;

}  // namespace

DrivenPass::DrivenPass(const Skeleton& skeleton)
    : driver_(skeleton.bones.size(), nullptr),
      changed_(skeleton.bones.size(), 0),
      moved_(skeleton.bones.size(), 0) {}

/// The bone's own rotation and translation (1, 2).
void DrivenPass::load(Evaluator& state, const BoneInputs& inputs, std::size_t bone) {
  const Bone& b = state.skeleton->bones[bone];
  state.rotation[bone] =
      b.has_fixed_axis ? about_fixed_axis(inputs.rotation[bone], b.fixed_axis) : inputs.rotation[bone];
  state.translation[bone] = inputs.translation[bone];
  if (inputs.morph_rotation.empty()) return;
  state.rotation[bone] = glm::normalize(inputs.morph_rotation[bone] * state.rotation[bone]);
  state.translation[bone] += inputs.morph_translation[bone];
}

void DrivenPass::run(Evaluator& state, const BoneInputs& inputs, const EvaluationSwitches& switches,
                     std::span<const DrivenBone> driven) {
  std::fill(driver_.begin(), driver_.end(), nullptr);
  std::fill(changed_.begin(), changed_.end(), std::uint8_t{0});
  std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
  for (const DrivenBone& d : driven) driver_[at(d.bone)] = &d;
  read_back(state, inputs);
  if (switches.append) append_again(state, inputs);
  after_physics(state, inputs, switches);
}

/// Places bones of bodies, and the bones below them, which keep their local transform.
void DrivenPass::read_back(Evaluator& state, const BoneInputs& inputs) {
  for (const EvaluationStep& step : state.skeleton->steps) {
    if (step.kind != Kind::place_bone) continue;
    const std::size_t b = at(step.index);
    const std::int32_t parent = state.skeleton->bones[b].parent;
    if (driver_[b] != nullptr || (parent != none && moved_[at(parent)] != 0)) place(state, inputs, b);
  }
}

/// Bones that append a bone moved by a body, in MMD's order. Does not solve IK again.
void DrivenPass::append_again(Evaluator& state, const BoneInputs& inputs) {
  for (const EvaluationStep& step : state.skeleton->steps) {
    if (step.kind == Kind::solve_chain) continue;
    const std::size_t b = at(step.index);
    const Bone& bone = state.skeleton->bones[b];
    if (bone.after_physics) continue;
    if (step.kind == Kind::place_bone) {
      if (moved_[b] != 0 || changed_[b] != 0 || (bone.parent != none && moved_[at(bone.parent)] != 0))
        place(state, inputs, b);
      continue;
    }
    if (appends_changed(bone, b)) settle(state, inputs, b, true);
  }
}

/// Whether the bone's append source has changed.
bool DrivenPass::appends_changed(const Bone& bone, std::size_t index) const {
  const std::int32_t source = bone.append.source;
  if (source == none || driver_[index] != nullptr) return false;
  return (bone.append.local ? moved_ : changed_)[at(source)] != 0;
}

/// After-physics bones, and bones below them or appending them. In MMD the latter follow a frame later: in a
/// held pose they have followed.
void DrivenPass::after_physics(Evaluator& state, const BoneInputs& inputs,
                               const EvaluationSwitches& switches) {
  std::fill(changed_.begin(), changed_.end(), std::uint8_t{0});
  std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
  for (const EvaluationStep& step : state.skeleton->steps) {
    if (step.kind == Kind::solve_chain) {
      const bool on = switches.ik && (switches.ik_chains.empty() || switches.ik_chains[at(step.index)] != 0);
      const std::int32_t goal = state.skeleton->ik_chains[at(step.index)].bone;
      if (on && state.skeleton->bones[at(goal)].after_physics) solve(state, inputs, step.index);
      continue;
    }
    const std::size_t b = at(step.index);
    const Bone& bone = state.skeleton->bones[b];
    const bool in_turn = bone.after_physics && driver_[b] == nullptr;
    if (step.kind == Kind::place_bone) {
      if (in_turn || changed_[b] != 0 || (bone.parent != none && moved_[at(bone.parent)] != 0))
        place(state, inputs, b);
    } else if (in_turn || (switches.append && appends_changed(bone, b))) {
      settle(state, inputs, b, switches.append);
    }
  }
}

/// Number of joints, from the top of a chain, that cannot turn its effector: a bone with a body keeps the
/// body's transform, whatever the bones above it do.
std::size_t DrivenPass::held_joints(const PlannedChain& chain) const {
  const DrivenBone* effector = driver_[at(chain.effector)];
  if (effector != nullptr && effector->takes_position) return chain.joints.size();
  std::size_t held = chain.joints.size();
  while (held > 0 && driver_[at(chain.joints[held - 1].bone)] == nullptr) --held;
  return held;
}

void DrivenPass::solve(Evaluator& state, const BoneInputs& inputs, std::int32_t chain) {
  state.results[at(chain)].enabled = true;
  const PlannedChain& planned = state.plan.chains[at(chain)];
  if (planned.links.empty()) return;
  state.solve_one(chain, held_joints(planned));
  const auto& links = state.skeleton->ik_chains[at(chain)].links;
  for (const IkLink& link : links) changed_[at(link.bone)] = 1;
  for (const EvaluationStep& step : state.skeleton->steps) {
    if (step.kind != Kind::place_bone) continue;
    const std::size_t b = at(step.index);
    const std::int32_t parent = state.skeleton->bones[b].parent;
    const bool is_link =
        std::any_of(links.begin(), links.end(), [&](const IkLink& l) { return at(l.bone) == b; });
    if (is_link || (parent != none && moved_[at(parent)] != 0)) place(state, inputs, b);
  }
}

/// Computes the bone's local transform again and keeps its IK rotation.
void DrivenPass::settle(Evaluator& state, const BoneInputs& inputs, std::size_t bone, bool append) {
  const quat turned = state.rotation[bone], before = state.before_ik[bone];
  load(state, inputs, bone);
  const std::int32_t local = state.plan.local_of[bone];
  if (local != none) state.settle(state.plan.locals[at(local)], append);
  if (local != none && state.plan.locals[at(local)].is_link)
    state.rotation[bone] = glm::normalize(turned * glm::conjugate(before) * state.rotation[bone]);
  changed_[bone] = 1;
}

void DrivenPass::place(Evaluator& state, const BoneInputs& inputs, std::size_t bone) {
  const Bone& b = state.skeleton->bones[bone];
  const Affine parent = b.parent == none ? Affine() : state.palette[at(b.parent)];
  moved_[bone] = 1;
  const DrivenBone* driver = driver_[bone];
  if (driver == nullptr) {
    const quat& q = state.rotation[bone];
    state.palette[bone] = parent * affine_from(q, b.rest + state.translation[bone] - q * b.rest);
    return;
  }
  const quat turned = rotation_of(parent);
  state.rotation[bone] = glm::conjugate(turned) * driver->rotation;
  vec3 position = driver->position;
  if (driver->takes_position) {
    // The translation with which the parent's palette places the bone at `position`.
    state.translation[bone] = glm::conjugate(turned) * (position - translation_of(parent)) - b.rest;
  } else {
    const quat turned_to = state.rotation[bone];
    load(state, inputs, bone);
    state.rotation[bone] = turned_to;
    position = transform_point(parent, b.rest + state.translation[bone]);
  }
  state.palette[bone] = affine_from(driver->rotation, position - driver->rotation * b.rest);
  changed_[bone] = 1;
}

}  // namespace mmd
