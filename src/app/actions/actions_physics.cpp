// Physics.
#include "app/actions/action_rows.h"
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
  chosen_by_hand(parts, Dirty::nothing);
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
  };
  return rows;
}

}  // namespace mmd::handlers
