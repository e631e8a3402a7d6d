#include <gmock/gmock.h>

#include "app/stage/live_simulation.h"

namespace mmd {
namespace {

TEST(PhysicsControls, MikuMikuDancesNumbersAreTheWorldsUsualGravity) {
  PhysicsChoice choice;
  choice.settings.gravity = vec3(0.0f);
  apply(PhysicsControls(), choice);
  EXPECT_EQ(choice.settings.gravity, PhysicsSettings().gravity);
  const PhysicsControls usual = physics_controls(PhysicsChoice());
  EXPECT_FLOAT_EQ(usual.acceleration, 9.8f);
  EXPECT_EQ(usual.direction, vec3(0.0f, -1.0f, 0.0f));
}

TEST(PhysicsControls, AnOptionsGravityIsShownAndComesBack) {
  PhysicsChoice choice;
  choice.settings.gravity = vec3(30.0f, 0.0f, -40.0f);
  choice.settings.ground = true;
  choice.on = false;
  const PhysicsControls shown = physics_controls(choice);
  EXPECT_FLOAT_EQ(shown.acceleration, 5.0f);
  PhysicsChoice back;
  apply(shown, back);
  EXPECT_LT(glm::distance(back.settings.gravity, choice.settings.gravity), 1e-4f);
  EXPECT_TRUE(back.settings.ground);
  EXPECT_EQ(back.on, false);
}

TEST(PhysicsControls, WithoutADirectionThereIsOnlyWind) {
  PhysicsControls controls;
  controls.direction = vec3(0.0f);
  controls.wind = vec3(0.0f, 0.0f, 2.0f);
  PhysicsChoice choice;
  apply(controls, choice);
  EXPECT_EQ(choice.settings.gravity, vec3(0.0f, 0.0f, 20.0f));
  controls.wind = vec3(0.0f);
  apply(controls, choice);
  EXPECT_EQ(physics_controls(choice).acceleration, 0.0f);
  EXPECT_EQ(physics_controls(choice).direction, PhysicsControls().direction) << "none to be seen";
}

}  // namespace
}  // namespace mmd
