#include "skeleton/partial_evaluation.h"

#include <algorithm>

#include "base/math.h"

namespace mmd {
namespace {

using Kind = EvaluationStep::Kind;
using Phase = Evaluator::Phase;

}  // namespace

PartialEvaluation::PartialEvaluation(Evaluator& evaluator)
    : evaluator_(evaluator),
      body_(evaluator.skeleton->bones.size(), nullptr),
      changed_(evaluator.skeleton->bones.size(), 0),
      moved_(evaluator.skeleton->palette_size(), 0) {}

void PartialEvaluation::begin() {
  std::fill(changed_.begin(), changed_.end(), std::uint8_t{0});
  std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
}

std::size_t PartialEvaluation::update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                                      std::span<const std::int32_t> changed) {
  if (changed.empty()) return 0;
  if (evaluator_.plan.has_early_readers) {  // they would read bones that are turned already
    evaluator_.evaluate(inputs, switches, Phase::whole);
    return evaluator_.plan.places.size();
  }
  begin();
  std::fill(body_.begin(), body_.end(), nullptr);
  for (const std::int32_t bone : changed) changed_[at(bone)] = 1;
  return sweep(inputs, Bones::all, switches.append, [&](std::int32_t chain) {
    return evaluator_.is_on(chain, switches, Phase::whole) &&
           reaches_chain(evaluator_.skeleton->ik_chains[at(chain)]);
  });
}

void PartialEvaluation::drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
                              std::span<const DrivenBone> driven) {
  const auto solves_nothing = [](std::int32_t) { return false; };
  const auto& bones = evaluator_.skeleton->bones;
  begin();
  std::fill(body_.begin(), body_.end(), nullptr);
  for (const DrivenBone& body : driven) {
    body_[at(body.bone)] = &body;
    changed_[at(body.bone)] = 1;
  }
  // Bones of bodies and the bones below them. Then bones that append these, in MMD's order, without IK.
  sweep(inputs, Bones::all, false, solves_nothing);
  if (switches.append) sweep(inputs, Bones::before_physics, true, solves_nothing);
  // After-physics bones, and bones below them or appending them. In MMD the latter follow a frame later: in a
  // held pose they have followed.
  begin();
  for (std::size_t b = 0; b < bones.size(); ++b)
    if (bones[b].after_physics && body_[b] == nullptr) changed_[b] = 1;
  sweep(inputs, Bones::all, switches.append, [&](std::int32_t chain) {
    return evaluator_.is_on(chain, switches, Phase::whole) &&
           !evaluator_.is_on(chain, switches, Phase::before_physics);
  });
}

/// Runs the steps that the changed bones reach, in order, and the chains for which `solves` is true. Returns
/// the number of placements.
template <class Solves>
std::size_t PartialEvaluation::sweep(const BoneInputs& inputs, Bones which, bool append,
                                     const Solves& solves) {
  std::size_t placed = 0;
  const auto& bones = evaluator_.skeleton->bones;
  for (const auto& [kind, index] : evaluator_.skeleton->steps) {
    if (kind == Kind::solve_chain) {
      if (solves(index)) solve(index);
      continue;
    }
    if (which == Bones::before_physics && bones[at(index)].after_physics) continue;
    if (kind == Kind::local_transform) {
      if (reaches_local(bones[at(index)], at(index), append)) set_local(inputs, at(index), append);
    } else if (changed_[at(index)] != 0 || moved_[at(palette_parent(*evaluator_.skeleton, index))] != 0) {
      place(inputs, index);
      ++placed;
    }
  }
  return placed;
}

bool PartialEvaluation::reaches_local(const Bone& bone, std::size_t index, bool append) const {
  if (body_[index] != nullptr) return false;
  if (changed_[index] != 0) return true;
  if (!append || bone.append.source == none) return false;
  return (bone.append.local ? moved_ : changed_)[at(bone.append.source)] != 0;
}

bool PartialEvaluation::reaches_chain(const IkChain& chain) const {
  if (chain.joints.empty()) return false;
  const auto has_changed = [&](std::int32_t bone) { return changed_[at(bone)] != 0; };
  return moved_[at(chain.bone)] != 0 ||
         moved_[at(palette_parent(*evaluator_.skeleton, chain.joints.front()))] != 0 ||
         has_changed(chain.effector) || std::any_of(chain.joints.begin(), chain.joints.end(), has_changed);
}

/// Computes the bone's local transform. A link keeps its IK rotation until its chain is solved.
void PartialEvaluation::set_local(const BoneInputs& inputs, std::size_t bone, bool append) {
  BoneState& bones = evaluator_.bones;
  const quat turned = bones.rotation[bone], before = bones.before_ik[bone];
  evaluator_.load(inputs, bone, bone + 1);
  const bool is_link = evaluator_.plan.is_link[bone] != 0;
  const LocalStep step = local_step(*evaluator_.skeleton, static_cast<std::int32_t>(bone), is_link);
  if (append && step.append.source != none) evaluator_.append(step);
  changed_[bone] = 1;
  if (!is_link) return;
  bones.before_ik[bone] = bones.rotation[bone];
  if (turned != before)
    bones.rotation[bone] = glm::normalize(turned * glm::conjugate(before) * bones.rotation[bone]);
}

void PartialEvaluation::place(const BoneInputs& inputs, std::int32_t bone) {
  moved_[at(bone)] = 1;
  if (body_[at(bone)] != nullptr) {
    place_at_body(inputs, *body_[at(bone)]);
  } else {
    evaluator_.place(place_step(*evaluator_.skeleton, bone));
  }
}

void PartialEvaluation::place_at_body(const BoneInputs& inputs, const DrivenBone& body) {
  BoneState& bones = evaluator_.bones;
  const std::size_t bone = at(body.bone);
  const vec3& rest = evaluator_.skeleton->bones[bone].rest;
  const Affine parent = bones.palette[at(palette_parent(*evaluator_.skeleton, body.bone))];
  const quat back = glm::conjugate(rotation_of(parent));
  vec3 position = body.position;
  if (body.takes_position) {
    // The translation with which the parent's palette places the bone at `position`.
    bones.translation[bone] = back * (position - translation_of(parent)) - rest;
  } else {
    evaluator_.load(inputs, bone, bone + 1);
    position = transform_point(parent, rest + bones.translation[bone]);
  }
  bones.rotation[bone] = back * body.rotation;
  bones.palette[bone] = affine_from(body.rotation, position - body.rotation * rest);
  changed_[bone] = 1;
}

/// Number of joints, from the top of a chain, that cannot turn its effector: a bone with a body keeps the
/// body's transform, whatever the bones above it do.
std::size_t PartialEvaluation::held_joints(const IkChain& chain) const {
  const DrivenBone* effector = body_[at(chain.effector)];
  if (effector != nullptr && effector->takes_position) return chain.joints.size();
  std::size_t held = chain.joints.size();
  while (held > 0 && body_[at(chain.joints[held - 1])] == nullptr) --held;
  return held;
}

void PartialEvaluation::solve(std::int32_t chain) {
  const IkChain& ik = evaluator_.skeleton->ik_chains[at(chain)];
  evaluator_.results[at(chain)].enabled = true;
  if (ik.joints.empty()) return;
  evaluator_.solve(chain, held_joints(ik));
  for (const IkLink& link : ik.links)
    if (link.joint != none) changed_[at(link.bone)] = 1;
}

}  // namespace mmd
