#include "scene/scene.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

Actor actor_of(const FileBuilder& b) {
  return Actor(b.model(), std::make_shared<const TextureSet>());
}

struct Figure : FileBuilder {
  Figure() {
    bone("root");
    bone("頭", 0, {0, 5, 0});
    square({0, 0, 0}, 1, 0);
    square({0, 5, 0}, 1, 1);
    material();
    morph<pmx::VertexOffset>("grow", pmx::MorphType::vertex, {{0, {-1, 0, 0}}});
    morph<pmx::BoneOffset>("lift", pmx::MorphType::bone, {{1, {0, 3, 0}, {0, 0, 0, 1}}});
  }
};

TEST(Actor, BoundsFollowPoseAndMorphs) {
  Actor actor = actor_of(Figure());
  EXPECT_EQ(actor.posed_bounds().min, vec3(-1, -1, 0));
  EXPECT_EQ(actor.posed_bounds().max, vec3(1, 6, 0));
  actor.pose.translation[1] = {0, 2, 0};
  actor.pose.morph_weights = {1.0f, 1.0f};
  actor.evaluate();
  EXPECT_FLOAT_EQ(actor.posed_bounds().max.y, 11.0f);
  EXPECT_FLOAT_EQ(actor.posed_bounds().min.x, -2.0f);
  actor.pose = Pose(actor.model());
  actor.evaluate();
  EXPECT_EQ(actor.posed_bounds().max, vec3(1, 6, 0));
  actor.pose.morph_weights = {1.0f, 1.0f};
  actor.morphs_enabled = false;
  actor.evaluate();
  EXPECT_EQ(actor.posed_bounds().min, vec3(-1, -1, 0));
  EXPECT_EQ(actor.posed_bounds().max, vec3(1, 6, 0));
}

TEST(Actor, PosedPositionsFollowTheSkinningLevel) {
  FileBuilder b;
  b.bone("a");
  b.bone("b");
  b.weighted({0, 0, 0}, WeightType::bdef2, {0, 1, -1, -1}, {0.75f, 0, 0, 0});
  Actor actor = actor_of(b);
  actor.pose.translation[1] = {4, 0, 0};
  actor.evaluate();
  EXPECT_EQ(actor.posed_positions()[0], vec3(1, 0, 0));
  actor.skin_level = SkinLevel::one_bone;
  EXPECT_EQ(actor.posed_level(), SkinLevel::full) << "only after the next evaluation";
  const std::uint64_t before = actor.pose_version();
  actor.evaluate();
  EXPECT_EQ(actor.posed_level(), SkinLevel::one_bone);
  EXPECT_NE(actor.pose_version(), before);
  EXPECT_EQ(actor.posed_positions()[0], vec3(0, 0, 0));
  actor.skin_level = SkinLevel::full;
  actor.evaluate();
  EXPECT_EQ(actor.posed_positions()[0], vec3(1, 0, 0));
}

TEST(Actor, MaterialsFollowTheirMorphsAndReturn) {
  FileBuilder b = Figure();
  pmx::MaterialOffset add;
  add.operation = 1;
  add.ambient = vec3(-0.5f, 0.0f, 0.25f);
  b.morph<pmx::MaterialOffset>("blush", pmx::MorphType::material, {add});
  Actor actor = actor_of(b);
  EXPECT_EQ(actor.materials()[0].ambient, vec3(1.0f));
  actor.pose.morph_weights[2] = 1.0f;
  actor.evaluate();
  EXPECT_EQ(actor.materials()[0].ambient, vec3(0.5f, 1.0f, 1.25f));
  actor.morphs_enabled = false;
  actor.evaluate();
  EXPECT_EQ(actor.materials()[0].ambient, vec3(1.0f));
}

vec3 middle(const std::vector<vec3>& points) {
  vec3 sum(0.0f);
  for (const vec3& p : points) sum += p / static_cast<float>(points.size());
  return sum;
}

TEST(Actor, FaceFollowsTheHead) {
  Actor actor = actor_of(Figure());
  const std::vector<vec3> standing = actor.points_around_head(View::face);
  EXPECT_GT(middle(standing).y, 5.0f) << "the head bone is at the neck";
  actor.pose.translation[0] = {1, 0, 0};
  actor.pose.rotation[0] = glm::angleAxis(-pi / 2, vec3(1, 0, 0));  // lies on its back
  actor.evaluate();
  const std::vector<vec3> lying = actor.points_around_head(View::face);
  ASSERT_EQ(lying.size(), standing.size());
  for (std::size_t i = 0; i < lying.size(); ++i) {
    const vec3 carried = vec3(1, 0, 0) + actor.pose.rotation[0] * standing[i];
    EXPECT_LT(glm::distance(lying[i], carried), 1e-4f);
  }
}

TEST(Actor, ViewsOfHandsAndFeetShowWhatTheseMove) {
  test::FileBuilder b;
  b.bone("左足首D", 1, {1, 1, 0});  // files may name children first
  b.bone("足", -1, {1, 5, 0});
  b.bone("左手首", -1, {5, 10, 0});
  b.bone("左人指１", 2, {6, 10, 0});
  b.square({6, 10, 0}, 0.5f, 3);
  b.square({1, 0, 1}, 0.5f, 0);
  b.square({1, 4, 0}, 0.5f, 1);
  b.square({9, 9, 9}, 0.5f, 0);
  for (std::size_t v = b.file.vertices.weights.size() - 4; v < b.file.vertices.weights.size(); ++v) {
    b.file.vertices.bones[v] = {-1, -1, -1, -1};  // of no bone
  }
  b.material();
  Actor actor(b.model(), std::make_shared<TextureSet>());
  actor.pose.translation[2] = {0, 2, 0};
  actor.evaluate();
  EXPECT_LT(glm::distance(middle(actor.points_of_limbs(View::left_hand)), vec3(6, 12, 0)), 1e-4f);
  EXPECT_LT(glm::distance(middle(actor.points_of_limbs(View::feet)), vec3(1, 0, -1)), 1e-4f);
  EXPECT_TRUE(actor.points_of_limbs(View::right_hand).empty()) << "the model has none";
}

TEST(Actor, ShouldersDoNotFollowTheHead) {
  Actor actor = actor_of(Figure());
  const std::int32_t head = actor.model().find_bone("頭");
  const std::vector<vec3> before = actor.points_around_head(View::bust);
  actor.pose.rotation[static_cast<std::size_t>(head)] = glm::angleAxis(0.5f, vec3(1, 0, 0));
  actor.evaluate();
  const std::vector<vec3> after = actor.points_around_head(View::bust);
  ASSERT_EQ(before.size(), 26u + 4u);
  for (std::size_t i = 0; i < 26; ++i) EXPECT_GT(glm::distance(before[i], after[i]), 1e-4f) << i;
  for (std::size_t i = 26; i < 30; ++i) EXPECT_LT(glm::distance(before[i], after[i]), 1e-5f) << i;
}

TEST(Actor, UnusualModelsHaveUsableBounds) {
  FileBuilder headless;
  headless.bone("root");
  headless.square({0, 0, 0}, 3);
  headless.material();
  EXPECT_GT(middle(actor_of(headless).points_around_head(View::bust)).y, 0.0f) << "the upper part";
  const Bounds empty = actor_of(FileBuilder()).posed_bounds();
  EXPECT_GT(empty.radius(), 0.0f);
  EXPECT_TRUE(is_finite(empty.min) && is_finite(empty.max));
}

void expect_same_palette(const Actor& a, const Actor& b) {
  for (std::size_t i = 0; i < a.palette().size(); ++i)
    for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(a.palette()[i].row[r], b.palette()[i].row[r]) << i;
}

TEST(Actor, CutLocalAppendForgetsEarlierPoses) {
  FileBuilder b;
  b.bone("parent");
  b.bone("child", 0, {0, 1, 0});
  b.append(0, 1, 1.0f, pmx::bone_append_rotation | pmx::bone_append_translation | pmx::bone_append_local);
  Actor used = actor_of(b), fresh = actor_of(b);
  used.pose.translation[1] = {5, 5, 5};
  used.evaluate();
  used.pose = Pose(used.model());
  used.evaluate();
  fresh.evaluate();
  expect_same_palette(used, fresh);
}

TEST(Scene, BoundsContainAllActors) {
  Scene scene;
  EXPECT_GT(scene.posed_bounds().radius(), 0.0f);
  for (const float x : {0.0f, 10.0f}) {
    auto actor = std::make_unique<Actor>(Figure().model(), std::make_shared<const TextureSet>());
    actor->pose.translation[0] = {x, 0, 0};
    actor->evaluate();
    scene.actors.push_back(std::move(actor));
  }
  EXPECT_EQ(scene.posed_bounds().min, vec3(-1, -1, 0));
  EXPECT_EQ(scene.posed_bounds().max, vec3(11, 6, 0));
}

/// A square of 2x2 units.
std::unique_ptr<Actor> square_at(const vec3& centre, float alpha = 1.0f) {
  FileBuilder b;
  b.bone("root");
  b.square(centre, 1);
  b.material().diffuse.a = alpha;
  return std::make_unique<Actor>(b.model(), std::make_shared<const TextureSet>());
}

TEST(Scene, BoundsIgnoreInvisibleActors) {
  FileBuilder nothing;
  nothing.bone("root", -1, {50, 0, 0});
  Scene scene;
  scene.actors.push_back(square_at({10, 0, 0}));
  scene.actors.push_back(square_at({30, 0, 0}, 0.0f));
  scene.actors.push_back(square_at({-30, 0, 0}));
  scene.actors.push_back(std::make_unique<Actor>(nothing.model(), std::make_shared<const TextureSet>()));
  scene.actors[2]->visible = false;
  for (const bool seen : {true, false, false, false}) {
    EXPECT_EQ(scene.actors.front()->is_seen(), seen);
    std::rotate(scene.actors.begin(), scene.actors.begin() + 1, scene.actors.end());
  }
  for (const Bounds& b : {scene.posed_bounds(), scene.enclosing_bounds()}) {
    EXPECT_EQ(b.min, vec3(9, -1, 0));
    EXPECT_EQ(b.max, vec3(11, 1, 0));
  }
}

TEST(Scene, BoundsCountAllActorsIfNoneIsVisible) {
  Scene scene;
  scene.actors.push_back(square_at({10, 0, 0}));
  scene.actors.push_back(square_at({30, 0, 0}, 0.0f));
  scene.actors[0]->visible = false;  // a motion may show it in the next frame
  EXPECT_EQ(scene.posed_bounds().min, vec3(9, -1, 0));
  EXPECT_EQ(scene.posed_bounds().max, vec3(31, 1, 0));
}

TEST(Actor, BoundsIgnoreHiddenMaterials) {
  FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.material();
  b.square({20, 0, 0}, 1);
  b.material().diffuse.a = 0.0f;
  pmx::MaterialOffset show;
  show.material = 1;
  show.operation = 1;
  show.diffuse.a = 1.0f;
  b.morph<pmx::MaterialOffset>("show", pmx::MorphType::material, {show});
  Actor actor = actor_of(b);
  EXPECT_EQ(actor.posed_bounds().max.x, 1.0f);
  actor.pose.morph_weights[0] = 1.0f;
  actor.evaluate();
  EXPECT_EQ(actor.posed_bounds().max.x, 21.0f);
}

/// A wall of 20x20 vertices, 19 units wide and high. The second bone moves the last row.
struct Wall : FileBuilder {
  Wall() {
    bone("root");
    bone("row", 0, {0, 19, 0});
    for (int i = 0; i < 400; ++i) {
      const float x = static_cast<float>(i % 20), y = static_cast<float>(i / 20);
      vertex({x - 9.5f, y, 0.1f * x}, i / 20 == 19 ? 1 : 0);
    }
    for (std::uint32_t i = 0; i < 380; ++i) {
      if (i % 20 == 19) continue;
      triangle(i, i + 20, i + 1);
      triangle(i + 1, i + 20, i + 21);
    }
    material();
  }
};

void expect_near_bounds(const Bounds& a, const Bounds& b, float tolerance) {
  EXPECT_LT(glm::distance(a.min, b.min), tolerance);
  EXPECT_LT(glm::distance(a.max, b.max), tolerance);
}

TEST(Actor, HiddenMaterialsIgnoreMorphs) {
  FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.material("body");
  b.square({0, 9, 0}, 1);
  b.material("hat");
  pmx::MaterialOffset opaque;
  opaque.material = 1;
  opaque.operation = 1;
  opaque.diffuse = vec4(0, 0, 0, 1);
  b.morph<pmx::MaterialOffset>("opaque", pmx::MorphType::material, {opaque});
  Actor actor = actor_of(b);
  actor.hidden_materials = {1, 7};
  actor.evaluate();
  EXPECT_TRUE(is_hidden(actor.materials()[1]));
  EXPECT_FALSE(is_hidden(actor.materials()[0]));
  EXPECT_EQ(actor.posed_bounds().max.y, 1.0f) << "the camera ignores it";
  actor.pose.morph_weights = {1.0f};
  actor.evaluate();
  EXPECT_TRUE(is_hidden(actor.materials()[1]));
  actor.hidden_materials.clear();
  actor.evaluate();
  EXPECT_FALSE(is_hidden(actor.materials()[1]));
  EXPECT_EQ(actor.posed_bounds().max.y, 10.0f);
}

TEST(Bounds, IgnoreStrayVertices) {
  const Bounds without = actor_of(Wall()).posed_bounds();
  for (const float far_out : {500.0f, 1e5f, 1e7f, 9e8f}) {
    Wall wall;
    wall.file.vertices.position[123] = {far_out, 3, -far_out};
    const BuiltModel built = wall.build();
    EXPECT_TRUE(test::says(built.diagnostics, "far from all others")) << test::said(built.diagnostics);
    EXPECT_TRUE(test::says(built.diagnostics, "123")) << test::said(built.diagnostics);
    EXPECT_EQ(built.model->strays, std::vector<std::uint32_t>{123});
    Actor actor(built.model, std::make_shared<const TextureSet>());
    expect_near_bounds(actor.posed_bounds(), without, 1e-4f);
    expect_near_bounds(actor.enclosing_bounds(), without, 1e-4f);
    EXPECT_EQ(actor.carried_off().count, 0u) << "the pose did not move it";
    actor.place({glm::angleAxis(0.5f, vec3(0, 1, 0)), {30, 0, 0}, 0.5f});
    EXPECT_LT(actor.posed_bounds().radius(), without.radius());
  }
}

TEST(Bounds, IgnoreVerticesThatAPoseMovesFarAway) {
  for (const float far_out : {2e4f, 1e6f, 1e9f, 1e30f}) {
    Scene scene;
    scene.actors.push_back(std::make_unique<Actor>(Wall().model(), std::make_shared<const TextureSet>()));
    Actor& actor = *scene.actors.front();
    EXPECT_TRUE(framing_warnings(scene).empty());
    actor.pose.translation[1] = {far_out, 0, 0};
    actor.evaluate();
    EXPECT_FLOAT_EQ(actor.posed_bounds().max.y, 18.0f);
    EXPECT_LT(actor.posed_bounds().radius(), 15.0f);
    EXPECT_LT(actor.enclosing_bounds().radius(), 2e4f);
    EXPECT_EQ(actor.carried_off().count, 20u);
    EXPECT_EQ(actor.carried_off().first, 380u);
    EXPECT_TRUE(test::says(framing_warnings(scene), "vertex 380 and 19 more"))
        << test::said(framing_warnings(scene));
    actor.pose = Pose(actor.model());
    actor.evaluate();
    EXPECT_FLOAT_EQ(actor.posed_bounds().max.y, 19.0f);
    EXPECT_EQ(actor.carried_off().count, 0u);
  }
}

TEST(Bounds, ContainGroundAndSkyOfAStage) {
  Wall stage;
  for (const float half : {400.0f, 3000.0f}) {
    stage.square({0, 0, 200}, half);
    stage.material();
  }
  const BuiltModel built = stage.build();
  EXPECT_TRUE(built.diagnostics.empty()) << test::said(built.diagnostics);
  const Actor actor(built.model, std::make_shared<const TextureSet>());
  EXPECT_EQ(actor.posed_bounds().max.x, 3000.0f);
  EXPECT_EQ(actor.enclosing_bounds().max.x, 3000.0f);
}

TEST(Bounds, ContainAllOfFewOrCrowdedVertices) {
  FileBuilder b;
  b.bone("root");
  b.triangle(b.vertex({0, 0, 0}), b.vertex({1, 0, 0}), b.vertex({1e6f, 1, 0}));
  b.material();
  EXPECT_EQ(actor_of(b).posed_bounds().max.x, 1e6f);
  FileBuilder gem;  // most vertices close together, and a blade
  gem.bone("root");
  for (int i = 0; i < 20; ++i) gem.square({0.001f * static_cast<float>(i), 0, 0}, 0.001f);
  for (int i = 0; i < 8; ++i) gem.square({static_cast<float>(i % 2 * 20 - 10), 0, 0}, 1.0f);
  gem.material();
  EXPECT_EQ(actor_of(gem).posed_bounds().max.x, 11.0f);
}

}  // namespace
}  // namespace mmd
