// Warnings of a program built without physics about models with physics.

#include <gtest/gtest.h>

#include "scene/scene_physics.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

Scene scene_with(std::uint8_t mode) {
  test::FileBuilder file;
  file.bone("root");
  file.file.rigid_bodies = {test::ball(0, mode, {0, 10, 0})};
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(file.model(), std::make_shared<TextureSet>()));
  return scene;
}

TEST(WithoutEngine, WarnsAboutDynamicBodiesOnly) {
  Scene swinging = scene_with(1), following = scene_with(0);
  const auto missing = missing_engine_warning(swinging);
  ASSERT_TRUE(missing);
  EXPECT_NE(missing->what.find("without physics"), std::string::npos);
  EXPECT_FALSE(missing_engine_warning(following));
  EXPECT_FALSE(missing_engine_warning({}));
  const Diagnostics notes = ScenePhysics(swinging, PhysicsChoice()).notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].what, missing->what);
  EXPECT_TRUE(ScenePhysics(following, PhysicsChoice()).notes().empty());
}

}  // namespace
}  // namespace mmd
