#pragma once

#include "scene/choices.h"

namespace mmd {

/// Physics as the panel has it. Gravity in the numbers of MikuMikuDance's dialog: an acceleration, of which 1
/// is 10 units per second squared, and a direction.
struct PhysicsControls {
  bool on = true;
  float acceleration = 9.8f;
  vec3 direction{0.0f, -1.0f, 0.0f};  ///< MMD space; of any length, as in MikuMikuDance zero for none
  vec3 wind{0.0f};                    ///< ours, added to gravity: MMD space, in the same numbers
  bool ground = false;

  bool operator==(const PhysicsControls& other) const = default;
};

/// Units per second squared that stand for 1 in MikuMikuDance's dialog (semantics, "Physics: the engine").
inline constexpr float gravity_unit = 10.0f;

/// What a choice says; gravity counts as such, whatever wind it was made of.
PhysicsControls physics_controls(const PhysicsChoice& choice);
/// Gravity, wind and ground of the world.
void apply(const PhysicsControls& controls, PhysicsChoice& choice);

}  // namespace mmd
