#include "app/stage/physics_controls.h"

#include <glm/geometric.hpp>

#include "physics/physics_world.h"

namespace mmd {

PhysicsControls physics_controls(const PhysicsChoice& choice) {
  PhysicsControls out;
  out.on = choice.on.value_or(true);
  out.ground = choice.settings.ground;
  const float strength = glm::length(choice.settings.gravity);
  out.acceleration = strength / gravity_unit;
  if (strength > 0.0f) out.direction = choice.settings.gravity / strength;
  return out;
}

void apply(const PhysicsControls& controls, PhysicsChoice& choice) {
  choice.on = controls.on;
  choice.settings.ground = controls.ground;
  const float length = glm::length(controls.direction);
  const vec3 down = length > 0.0f ? controls.direction / length : vec3(0.0f);
  choice.settings.gravity = gravity_unit * (controls.acceleration * down + controls.wind);
}

}  // namespace mmd
