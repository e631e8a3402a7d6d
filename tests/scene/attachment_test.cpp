#include "scene/attachment.h"

#include <gtest/gtest.h>

#include "base/handedness.h"
#include "scene/scene.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

std::unique_ptr<Actor> actor_of(std::shared_ptr<const Model> model) {
  return std::make_unique<Actor>(std::move(model), std::make_shared<const TextureSet>());
}

/// A root, an arm bone at (2, 10, -1) in MMD space, and a bone that appends its rotation.
FileBuilder carrier() {
  FileBuilder b;
  b.bone("root");
  b.bone("arm", 0, {2, 10, -1});
  b.append(b.bone("helper", 0, {0, 5, 0}), 1, 0.5f);
  b.square({2, 10, -1}, 1, 1);
  b.material();
  return b;
}

/// A prop: its first vertex is at its origin, its second one unit along X.
FileBuilder prop() {
  FileBuilder b;
  b.bone("prop");
  for (const vec3& p : {vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0)}) b.vertex(p);
  b.triangle(0, 1, 2);
  b.material();
  return b;
}

struct Attached : ::testing::Test {
  Attached() {
    scene.actors.push_back(actor_of(carrier().model()));
    scene.actors.push_back(actor_of(prop().model()));
    scene.attachments.push_back({1, {}});
  }
  Actor& main() { return *scene.actors[0]; }
  /// A vertex of the prop in MMD space.
  vec3 vertex(std::size_t index) {
    main().evaluate();
    place_attachments(scene);
    return mirror(scene.actors[1]->posed_positions()[index]);
  }
  void expect_vertex(std::size_t index, const vec3& expected) {
    EXPECT_LT(glm::distance(vertex(index), expected), 1e-4f)
        << vertex(index).x << ' ' << vertex(index).y << ' ' << vertex(index).z;
  }
  /// A rotation about an axis in MMD space, as in a VPD.
  static quat mmd_turn(float degrees, const vec3& axis) {
    return mirror(glm::angleAxis(glm::radians(degrees), axis));
  }

  Scene scene;
};

TEST_F(Attached, OriginIsAtTheBone) {
  expect_vertex(0, {2, 10, -1});
  expect_vertex(1, {3, 10, -1});
}

TEST_F(Attached, FollowsTheBoneAndItsParents) {
  main().pose.rotation[1] = mmd_turn(90, {0, 0, 1});
  expect_vertex(0, {2, 10, -1});
  expect_vertex(1, {2, 11, -1});
  main().pose.rotation[0] = mmd_turn(90, {0, 0, 1});
  main().pose.translation[0] = {0, 0, 5};  // right-handed: 5 towards the front, MMD's -Z
  expect_vertex(0, {-10, 2, -6});
  expect_vertex(1, {-11, 2, -6});
}

TEST_F(Attached, OffsetIsInBoneSpace) {
  scene.attachments[0].offset = offset_from_mmd({0, 2, -3}, vec3(0.0f), 1.0f);
  expect_vertex(0, {2, 12, -4});
  main().pose.rotation[1] = mmd_turn(90, {0, 0, 1});
  expect_vertex(0, {0, 10, -4});
}

TEST_F(Attached, AppliesScaleThenRotationThenOffset) {
  scene.attachments[0].offset = offset_from_mmd({0, 2, 0}, {0, 0, 90}, 3.0f);
  expect_vertex(0, {2, 12, -1});
  expect_vertex(1, {2, 15, -1});
}

TEST_F(Attached, WithoutABoneItIsPlacedInTheScene) {
  scene.attachments[0] = {none, offset_from_mmd({7, 0, 4}, {0, 90, 0}, 2.0f)};
  main().pose.translation[0] = {1, 1, 1};
  expect_vertex(0, {7, 0, 4});
  expect_vertex(1, {7, 0, 2});  // a rotation about Y takes X to -Z in either space
}

TEST_F(Attached, OneModelMayBeAttachedTwice) {
  scene.actors.push_back(actor_of(scene.actors[1]->shared_model()));
  scene.attachments.push_back({0, {}});
  expect_vertex(0, {2, 10, -1});
  EXPECT_LT(glm::length(scene.actors[2]->posed_positions()[0]), 1e-5f);
  EXPECT_EQ(scene.actors[1]->shared_model(), scene.actors[2]->shared_model());
}

TEST_F(Attached, CountsForBoundsButNotForFaceAndBust) {
  scene.attachments[0].offset = offset_from_mmd({0, 20, 0}, vec3(0.0f), 1.0f);
  static_cast<void>(vertex(0));
  EXPECT_FLOAT_EQ(scene.posed_bounds().max.y, 31.0f);
  EXPECT_FLOAT_EQ(bounds_for(scene, View::fit).max.y, 31.0f);
  EXPECT_FLOAT_EQ(bounds_for(scene, View::bust).max.y, 11.0f);
}

// The documented order of Rx, Ry, Rz of accessories in MMD, as matrices.
TEST(OffsetFromMmd, RotatesInOrderXYZ) {
  const vec3 degrees(30, -50, 110), r = glm::radians(degrees), p(0.3f, 1.5f, -2.0f);
  vec3 q = p;
  q = {q.x, q.y * std::cos(r.x) - q.z * std::sin(r.x), q.y * std::sin(r.x) + q.z * std::cos(r.x)};
  q = {q.x * std::cos(r.y) + q.z * std::sin(r.y), q.y, -q.x * std::sin(r.y) + q.z * std::cos(r.y)};
  q = {q.x * std::cos(r.z) - q.y * std::sin(r.z), q.x * std::sin(r.z) + q.y * std::cos(r.z), q.z};
  const Similarity s = offset_from_mmd({1, 2, 3}, degrees, 2.0f);
  EXPECT_LT(glm::distance(mirror(transform_point(s, mirror(p))), vec3(1, 2, 3) + 2.0f * q), 1e-5f);
}

/// A band of vertices of every weight type between two bones.
FileBuilder band() {
  FileBuilder b;
  b.bone("lower");
  b.bone("upper", 0, {0, 2, 0});
  for (int i = 0; i <= 8; ++i) {
    const float y = 0.5f * static_cast<float>(i), w = 1.0f - y / 4.0f;
    pmx::Sdef sdef;
    sdef.c = {0, 2, 0};
    sdef.r0 = {0, 1, 0};
    sdef.r1 = {0, 3, 0};
    b.sdef({0.5f, y, 0.3f}, 0, 1, w, sdef);
    b.weighted({-0.5f, y, 0.3f}, pmx::WeightType::qdef, {0, 1, 0, 0}, {w, 1 - w, 0, 0});
    b.weighted({0.0f, y, -0.5f}, pmx::WeightType::bdef2, {0, 1, 0, 0}, {w, 1 - w, 0, 0});
  }
  for (std::uint32_t i = 0; i + 3 < 27; i += 3) b.triangle(i, i + 1, i + 3);
  b.material();
  return b;
}

TEST(Placement, ScalesEveryWeightType) {
  const auto plain = actor_of(band().model()), placed = actor_of(band().model());
  const Similarity placement{glm::normalize(quat(0.3f, 0.5f, -0.2f, 0.7f)), {3, -1, 2}, 2.5f};
  placed->place(placement);
  for (Actor* a : {plain.get(), placed.get()}) {
    a->pose.rotation[1] = glm::angleAxis(1.9f, glm::normalize(vec3(1, 0.4f, 0.2f)));
    a->evaluate();
  }
  const auto from = plain->posed_positions(), to = placed->posed_positions();
  for (std::size_t v = 0; v < from.size(); ++v) {
    EXPECT_LT(glm::distance(transform_point(placement, from[v]), to[v]), 1e-4f) << v;
    const vec3 normal = placement.rotation * plain->posed_normals()[v];
    EXPECT_LT(glm::distance(normal, placed->posed_normals()[v]), 1e-5f) << v;
  }
}

TEST(Placement, MovesBonesAndHead) {
  FileBuilder b;
  b.bone("頭", -1, {0, 5, 0});
  const auto actor = actor_of(b.model());
  actor->place({glm::angleAxis(pi / 2, vec3(0, 0, 1)), {1, 0, 0}, 2.0f});
  for (const vec3& p : actor->points_around_head(View::face)) EXPECT_LT(p.x, -8.0f);
  EXPECT_LT(glm::distance(translation_of(actor->bone_in_scene(0)), vec3(-9, 0, 0)), 1e-5f);
  EXPECT_EQ(actor->bones().position(0), vec3(0, 5, 0)) << "model space stays";
}

}  // namespace
}  // namespace mmd
