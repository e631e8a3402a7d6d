#include "edit/held_parts.h"

#include <algorithm>

#include "edit/selection.h"
#include "pose/limb_reach.h"
#include "pose/pose_mix.h"

namespace mmd::edit {
namespace {

bool contains(const std::vector<std::int32_t>& bones, std::int32_t bone) {
  return std::find(bones.begin(), bones.end(), bone) != bones.end();
}

void keep_hand(PosedBones& bones, const PosedBones& before, const Limb& arm, bool is_turned) {
  // A turned 手捩 beside its axis moves the wrist a little.
  constexpr int most = 3;
  constexpr float near_enough = 1e-4f;
  for (int i = 0; i < most; ++i) {
    reach(bones, arm, before.place(arm.end));
    if (is_turned) return;
    set_end_rotation(bones, arm, before.rotation(arm.end));
    if (glm::distance(bones.place(arm.end), before.place(arm.end)) < near_enough) return;
  }
}

void keep_foot(PosedBones& bones, const PosedBones& before, const Limb& leg) {
  if (!follows_goal(bones, leg)) return keep_hand(bones, before, leg, false);
  const std::int32_t goal = bones.model().skeleton.ik_chains[at(leg.chain)].bone;
  bones.move(goal, before.place(goal) - bones.place(goal));
  if (bones.model().bone(goal).rotatable)
    bones.turn(goal, before.rotation(goal) * glm::conjugate(bones.rotation(goal)));
}

}  // namespace

bool changes_single_bones(const Command& command) {
  if (const auto* reset = std::get_if<Reset>(&command)) return !reset->parts.all;
  const CommandKind kind = kind_of(command);
  return kind == CommandKind::rotate_bone || kind == CommandKind::move_bone || kind == CommandKind::set_bones;
}

void mirror_changes(const Model& model, const Pose& before, Pose& pose) {
  const std::vector<std::int32_t> changed = difference(before, pose).bones;
  if (changed.empty()) return;
  UnmatchedNames lacking;
  const Pose other = mirrored(pose, model, lacking);
  for (const std::int32_t bone : mirrored_bones(model, changed)) {
    if (contains(changed, bone)) continue;
    pose.translation[at(bone)] = other.translation[at(bone)];
    pose.rotation[at(bone)] = other.rotation[at(bone)];
  }
}

void keep_pinned(const std::shared_ptr<const Model>& model, const EvaluationSwitches& switches,
                 const std::vector<std::int32_t>& pins, const Command& command, const Pose& before,
                 Pose& pose) {
  const std::vector<std::int32_t> changed = difference(before, pose).bones;
  if (pins.empty() || changed.empty()) return;
  const auto* set = std::get_if<SetBones>(&command);
  const std::int32_t dragged = set != nullptr ? set->dragged : none;
  const PosedBones was(model, before, switches);
  PosedBones bones(model, pose, switches);
  for (const Side side : {Side::left, Side::right}) {
    const Limb arm = arm_of(*model, side), leg = leg_of(*model, side);
    if (arm.is_whole() && contains(pins, arm.end) && dragged != arm.end)
      keep_hand(bones, was, arm, contains(changed, arm.end));
    if (!leg.is_whole() || !contains(pins, leg.end) || dragged == leg.end) continue;
    const bool moved = leg.chain != none && contains(changed, model->skeleton.ik_chains[at(leg.chain)].bone);
    if (!moved) keep_foot(bones, was, leg);
  }
  pose.translation = bones.pose().translation;
  pose.rotation = bones.pose().rotation;
}

}  // namespace mmd::edit
