#pragma once

#include "base/math.h"
#include "scene/choices.h"

namespace mmd {

/// Physics settings of the panel. Gravity uses the numbers of MikuMikuDance's dialog: an acceleration, where
/// 1 is 10 units per second squared, and a direction.
struct PhysicsControls {
  bool on = true;
  float acceleration = 9.8f;
  vec3 direction{0.0f, -1.0f, 0.0f};  ///< MMD space, any length; zero: no gravity
  vec3 wind{0.0f};                    ///< added to gravity; MMD space, same unit; not in MikuMikuDance
  bool ground = false;

  bool operator==(const PhysicsControls& other) const = default;
};

/// Units per second squared for 1 in MikuMikuDance's dialog (semantics, "The rate").
inline constexpr float gravity_unit = 10.0f;

/// Settings of the panel for a choice. All acceleration counts as gravity, none as wind.
PhysicsControls physics_controls(const PhysicsChoice& choice);
/// Applies gravity, wind and ground.
void apply(const PhysicsControls& controls, PhysicsChoice& choice);

}  // namespace mmd
