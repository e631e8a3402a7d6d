// Physics, and freezing it: the place of rigid bodies becomes the pose of their bones.
#include <algorithm>
#include <iterator>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"

namespace mmd::handlers {
namespace {

void toggle_control(const Parts& parts, bool PhysicsControls::*control, const LocalizedText& name) {
  PhysicsControls controls = parts.stage.physics_controls();
  controls.*control = !(controls.*control);
  parts.stage.set_physics(controls);
  refresh(parts, Dirty::nothing);
  say_on_or_off(parts.board, name, controls.*control);
}

void toggle_physics(const Parts& parts) {
  toggle_control(parts, &PhysicsControls::on, ui_messages::physics);
}

void toggle_ground(const Parts& parts) {
  toggle_control(parts, &PhysicsControls::ground, ui_messages::ground);
}

void reset_physics(const Parts& parts) {
  refresh(parts, Dirty::pose);
  parts.board.say(parts.stage.physics() != nullptr ? ui_messages::physics_reset
                                                   : ui_messages::nothing_simulated);
}

void set_physics(const Parts& parts, const PhysicsControls& controls) {
  parts.stage.set_physics(controls);
  chosen_by_hand(parts);
}

/// The bones that physics moves, ascending: of the selected bones and what hangs on them, or all without a
/// selection.
std::vector<std::int32_t> simulated_bones(const Model& model, const edit::Selection& selection) {
  std::vector<std::int32_t> out;
  for (const RigidBody& body : model.bodies) {
    if (!body.is_dynamic() || body.bone == none) continue;
    bool wanted = selection.empty();
    for (std::int32_t bone = body.bone; bone != none && !wanted;
         bone = model.skeleton.bones[static_cast<std::size_t>(bone)].parent)
      wanted = selection.contains(bone);
    if (wanted) out.push_back(body.bone);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void freeze_physics(const Parts& parts) {
  Stage& stage = parts.stage;
  const std::vector<std::int32_t> bones = simulated_bones(*stage.model(), parts.opened.picker.selection());
  if (bones.empty()) return parts.board.say(ui_messages::nothing_to_freeze);
  const std::vector<std::int32_t>& frozen = stage.figure()->frozen;
  const std::string name(row_of(ActionId::freeze_physics).name.in(parts.board.language()));
  const std::string count = std::to_string(bones.size());
  std::vector<std::int32_t> next;
  if (std::includes(frozen.begin(), frozen.end(), bones.begin(), bones.end())) {
    std::set_difference(frozen.begin(), frozen.end(), bones.begin(), bones.end(), std::back_inserter(next));
    stage.freeze(std::move(next), {}, name);
    refresh(parts, Dirty::nothing);
    return parts.board.say(ui_messages::physics_goes_on, {count});
  }
  if (stage.physics() == nullptr) return parts.board.say(ui_messages::physics_is_off);
  settle_bodies(parts);
  std::set_union(frozen.begin(), frozen.end(), bones.begin(), bones.end(), std::back_inserter(next));
  stage.freeze(std::move(next), bones, name);
  refresh(parts, Dirty::nothing);
  parts.board.say(ui_messages::physics_frozen, {count});
}

}  // namespace

std::span<const ActionRow> physics_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::toggle_physics, {SDLK_s, "S"}, Needs::nothing, {"Physics", "物理演算"},
                 {"Physics of hair and clothes", "物理演算（髪、服）"}, call<toggle_physics>,
                 [](const Parts& parts) { return parts.stage.simulates(); }),
      action_row(Id::reset_physics, ctrl(SDLK_j, "Ctrl+J"), Needs::model,
                 {"Reset physics", "物理演算のリセット"}, call<reset_physics>),
      action_row(Id::toggle_ground, {}, Needs::nothing, {"Ground plane", "地面"}, call<toggle_ground>,
                 [](const Parts& parts) { return parts.stage.physics_controls().ground; }),
      with_value(Id::set_physics, Needs::nothing, {"Gravity, wind and ground", "重力、風、地面"},
                 call<set_physics>),
      action_row(ActionId::freeze_physics, ctrl_shift(SDLK_j, "Ctrl+Shift+J"), Needs::model,
                 {"Freeze physics", "物理演算を固定"},
                 {"Pose the selected bones, or all, as physics has them; again: physics on",
                  "選択ボーン（なければ全て）の物理演算の結果をポーズにする、もう一度押すと物理演算に戻す"},
                 call<freeze_physics>),
  };
  return rows;
}

}  // namespace mmd::handlers
