// Rigid bodies and what moves them.
#include "app/perform.h"
#include "app/said.h"

namespace mmd::perform {
namespace {

/// Whether there is an engine; says so if not.
bool has_engine(const Parts& parts) {
  if (!has_physics_engine()) parts.board.say(said::no_engine);
  return has_physics_engine();
}

}  // namespace

void toggle_physics(const Parts& parts) {
  if (!has_engine(parts)) return;
  PhysicsControls controls = parts.stage.choices().controls;
  controls.on = !controls.on;
  parts.stage.set_physics(controls);
  say_switched(parts, said::physics, controls.on, Dirty::nothing);
}

void toggle_ground(const Parts& parts) {
  if (!has_engine(parts)) return;
  PhysicsControls controls = parts.stage.choices().controls;
  controls.ground = !controls.ground;
  parts.stage.set_physics(controls);
  say_switched(parts, said::ground, controls.ground, Dirty::nothing);
}

void reset_physics(const Parts& parts) {
  if (!has_engine(parts)) return;
  refresh(parts, Dirty::pose);
  parts.board.say(parts.stage.physics() != nullptr ? said::physics_anew : said::nothing_simulated);
}

void set_physics(const Parts& parts, const PhysicsControls& controls) {
  if (!has_engine(parts)) return;
  parts.stage.set_physics(controls);
  chosen_by_hand(parts, Dirty::nothing);
}

}  // namespace mmd::perform
