#include "scene/scene_physics.h"

#include <gtest/gtest.h>

#include "scene/attachment.h"
#include "scene/body_marks.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// A root and a bone beside it with a body that is joined to the root's; one vertex each. MMD space.
test::FileBuilder swing() {
  test::FileBuilder file;
  file.bone("root", -1, {0, 10, 0});
  file.bone("swing", 0, {1, 10, 0});
  file.vertex({0, 10, 0}, 0);
  file.vertex({2, 10, 0}, 1);
  file.file.rigid_bodies = {test::ball(0, 0, {0, 10, 0}), test::ball(1, 1, {2, 10, 0})};
  file.file.joints = {test::joint(0, 1, {1, 10, 0})};
  return file;
}

struct Stage {
  explicit Stage(const std::vector<std::shared_ptr<const Model>>& models) {
    for (const auto& model : models)
      scene.actors.push_back(std::make_unique<Actor>(model, std::make_shared<TextureSet>()));
  }
  Actor& actor(std::size_t i = 0) { return *scene.actors[i]; }
  vec3 end(std::size_t i = 0) { return actor(i).posed_positions()[1]; }
  Scene scene;
};

TEST(ScenePhysics, MovesVerticesOfDynamicBodies) {
  Stage stage({swing().model()});
  ScenePhysics physics(stage.scene, {});
  ASSERT_FALSE(physics.is_empty());
  physics.settle(0, 200);
  EXPECT_LT(stage.end().y, 9.5f);
  EXPECT_EQ(stage.actor().posed_positions()[0], vec3(0, 10, 0));
}

TEST(ScenePhysics, IsEmptyWithoutDynamicBodies) {
  test::FileBuilder file = swing();
  file.file.rigid_bodies[1].mode = 0;
  Stage stage({file.model()});
  ScenePhysics physics(stage.scene, {});
  EXPECT_TRUE(physics.is_empty());
  EXPECT_EQ(physics.of(0), nullptr);
  physics.settle(0, 200);
  EXPECT_EQ(stage.end(), vec3(2, 10, 0));
}

TEST(ScenePhysics, LeavesOutModelsWhosePhysicsIsOff) {
  for (const bool shared : {false, true}) {
    Stage stage({swing().model(), swing().model()});
    stage.actor(1).accessory.has_physics = false;
    PhysicsChoice choice;
    choice.shared = shared;
    ScenePhysics physics(stage.scene, choice);
    physics.settle(0, 200);
    EXPECT_LT(stage.end(0).y, 9.5f);
    EXPECT_EQ(stage.end(1), vec3(2, 10, 0));
  }
}

TEST(ScenePhysics, SettlingEqualsSingleSteps) {
  Stage a({swing().model()}), b({swing().model()});
  ScenePhysics at_once(a.scene, {}), single(b.scene, {});
  at_once.settle(0, 300);
  for (int i = 0; i < 300; ++i) single.step();
  single.show();
  EXPECT_EQ(a.end(), b.end());
}

TEST(ScenePhysics, ReachesThePoseDuringTheWarmUp) {
  Stage stage({swing().model()});
  stage.actor().pose.translation[0] = {0, 6, 0};
  ScenePhysics physics(stage.scene, {});
  physics.settle(60, 30);  // half of the way
  EXPECT_EQ(stage.actor().bones().position(0).y, 13.0f);
  physics.reset();
  physics.settle(60, 60);
  EXPECT_EQ(stage.actor().bones().position(0).y, 16.0f);
  physics.reset();
  physics.settle(0, 1);
  EXPECT_EQ(stage.actor().bones().position(0).y, 16.0f) << "without warm-up, immediately";
}

TEST(ScenePhysics, ListsMovingBodies) {
  Stage stage({swing().model()});
  ScenePhysics physics(stage.scene, {});
  physics.settle(0, 10);
  const auto restless = physics.restless(1.0f);
  ASSERT_EQ(restless.size(), 1u);
  EXPECT_GT(restless[0].speed, 1.0f);
  physics.settle(0, 900);
  EXPECT_TRUE(physics.restless(1.0f).empty());
}

TEST(ScenePhysics, GivesBodyTransformsUntilTheNextEvaluation) {
  test::FileBuilder file = swing();
  file.file.rigid_bodies[1].bone = -1;  // it moves no bone
  file.file.joints.clear();
  Stage stage({file.model()});
  ScenePhysics physics(stage.scene, {});
  physics.settle(0, 30);
  const vec3 at = translation_of(body_in_scene(stage.actor(), 1));
  EXPECT_LT(at.y, 5.0f) << "it falls";
  EXPECT_EQ(at, translation_of(physics.of(0)->body_in_scene(1)));
  stage.actor().evaluate();
  EXPECT_EQ(translation_of(body_in_scene(stage.actor(), 1)), vec3(2, 10, 0)) << "its rest position";
}

TEST(ScenePhysics, SimulatesAttachedModels) {
  Stage stage({swing().model(), swing().model()});
  stage.scene.attachments.push_back({0, offset_from_mmd({5, 0, 0}, {0, 0, 60}, 1.0f)});
  place_attachments(stage.scene);
  ScenePhysics physics(stage.scene, {});
  physics.settle(0, 300);
  // The prop is rotated by 60 degrees: at rest its end would point upwards; physics lets it hang down.
  const Actor& prop = stage.actor(1);
  const vec3 root = prop.posed_positions()[0], end = prop.posed_positions()[1];
  EXPECT_LT(end.y, root.y + 1.0f) << "without physics at 1.7";
  EXPECT_LT(stage.end(0).y, 9.5f);
}

TEST(ScenePhysics, WorldsAreSeparateUnlessShared) {
  test::FileBuilder floor = swing();
  floor.file.joints.clear();
  floor.file.rigid_bodies = {test::ball(0, 0, {2, 7, 0})};
  floor.file.rigid_bodies[0].size = vec3(1.5f);
  test::FileBuilder falling = swing();
  falling.file.joints.clear();
  for (auto* file : {&floor, &falling})
    for (pmx::RigidBody& b : file->file.rigid_bodies) b.collision_mask = 1;
  for (const bool shared : {false, true}) {
    Stage stage({falling.model(), floor.model()});
    stage.scene.attachments.push_back({none, {}});
    PhysicsChoice choice;
    choice.shared = shared;
    ScenePhysics physics(stage.scene, choice);
    physics.settle(0, 25);
    if (shared) {
      EXPECT_GT(physics.of(0)->body(1).position.y, 8.0f);
    } else {
      EXPECT_LT(physics.of(0)->body(1).position.y, 6.0f);
    }
  }
}

TEST(ScenePhysics, ReportsExplodedWorlds) {
  PhysicsChoice choice;
  choice.settings.gravity = {0, 1e6f, 0};
  test::FileBuilder file = swing();
  file.file.joints.clear();
  Stage loose({file.model()});
  ScenePhysics physics(loose.scene, choice);
  physics.settle(0, 120);
  ASSERT_EQ(physics.warnings().size(), 1u);
  EXPECT_TRUE(is_finite(loose.end()));
}

TEST(ScenePhysics, BodiesFollowThePoseAfterAnExplosion) {
  test::FileBuilder file = swing();
  file.file.joints.clear();
  for (pmx::RigidBody& b : file.file.rigid_bodies) b.linear_damping = 0.0f;
  Stage stage({file.model()});
  stage.actor().pose.translation[0] = {0, 6, 0};
  PhysicsChoice choice;
  choice.settings.gravity = {0, -1e5f, 0};  // falls out of the world in about 80 steps
  ScenePhysics physics(stage.scene, choice);
  physics.settle(10, 100);
  ASSERT_EQ(physics.warnings().size(), 1u);
  EXPECT_EQ(physics.of(0)->body(0).position, vec3(0, 16, 0)) << "follows the pose";
}

/// Separate bodies, each on its own bone: more than may overlap.
test::FileBuilder many_apart() {
  test::FileBuilder file = swing();
  for (int i = 0; i < 650; ++i) {
    const vec3 at(10.0f * static_cast<float>(i), 0, 0);
    const std::int32_t bone = file.bone("", -1, at);
    file.file.rigid_bodies.push_back(test::ball(bone, 0, at));
    file.file.rigid_bodies.back().collision_mask = 0xffff;
  }
  return file;
}

TEST(ScenePhysics, OverfullWorldsFollowThePose) {
  Stage stage({many_apart().model()});
  ScenePhysics physics(stage.scene, {});
  physics.settle(0, 20);
  ASSERT_TRUE(physics.warnings().empty());
  ASSERT_LT(stage.end().y, 9.9f) << "it swings";
  const std::vector<Bone>& bones = stage.actor().model().skeleton.bones;
  for (std::size_t i = 2; i < bones.size(); ++i) stage.actor().pose.translation[i] = -bones[i].rest;
  physics.settle(0, 2);
  ASSERT_EQ(physics.warnings().size(), 1u) << "all overlap";
  EXPECT_EQ(stage.end(), vec3(2, 10, 0));
}

TEST(PhysicsChoice, CountsItsSteps) {
  PhysicsChoice choice;
  EXPECT_EQ(choice.total_steps(), 300);
  choice.settle_seconds = 1.0f;
  EXPECT_EQ(choice.total_steps(), 180);
  choice.steps = 10;
  EXPECT_EQ(choice.total_steps(), 10);
}

}  // namespace
}  // namespace mmd
