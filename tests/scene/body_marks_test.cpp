#include "scene/body_marks.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RigidBody shaped(BodyShape shape, const vec3& size) {
  RigidBody body;
  body.shape = shape;
  body.size = size;
  return body;
}

Bounds bounds_of(const MarkLines& lines) {
  Bounds box{lines.front().from, lines.front().from};
  for (const MarkLine& line : lines)
    for (const vec3& p : {line.from, line.to}) {
      box.min = glm::min(box.min, p);
      box.max = glm::max(box.max, p);
    }
  return box;
}

void expect_near(const vec3& a, const vec3& b, float tolerance = 1e-4f) {
  EXPECT_LT(glm::distance(a, b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(BodyMarks, BoxLinesEndAtItsCorners) {
  const RigidBody box = shaped(BodyShape::box, {1.0f, 2.0f, 3.0f});
  const quat turn = glm::angleAxis(0.7f, glm::normalize(vec3(1.0f, 2.0f, -1.0f)));
  MarkLines lines;
  add_body_lines(box, affine_from(turn, vec3(5.0f, 6.0f, 7.0f)), lines);
  ASSERT_EQ(lines.size(), 12u);
  for (const MarkLine& line : lines)
    for (const vec3& end : {line.from, line.to})
      expect_near(glm::abs(glm::conjugate(turn) * (end - vec3(5.0f, 6.0f, 7.0f))), {1.0f, 2.0f, 3.0f});
}

TEST(BodyMarks, CapsuleIncludesBothEnds) {
  MarkLines lines;
  add_body_lines(shaped(BodyShape::capsule, {0.5f, 3.0f, 0.0f}), Affine(), lines);
  const Bounds box = bounds_of(lines);
  expect_near(box.max, {0.5f, 2.0f, 0.5f});
  expect_near(box.min, {-0.5f, -2.0f, -0.5f});
}

TEST(BodyMarks, SphereLinesAreOnTheSphere) {
  MarkLines lines;
  add_body_lines(shaped(BodyShape::sphere, vec3(1.5f)), Affine(), lines);
  for (const MarkLine& line : lines) EXPECT_NEAR(glm::length(line.from), 1.5f, 1e-5f);
}

/// A body and a smaller one in front of it. MMD space.
test::FileBuilder two_bodies() {
  test::FileBuilder b;
  b.bone("頭", -1, {0, 10, 0});
  b.square({0, 10, 0}, 1, 0);
  b.material();
  pmx::RigidBody body;
  body.bone = 0;
  body.position = {0, 10, 2};
  body.size = vec3(1.0f);
  b.file.rigid_bodies.push_back(body);
  body.shape = 1;
  body.position = {0.5f, 10, -2};
  body.size = {0.5f, 0.25f, 0.5f};
  b.file.rigid_bodies.push_back(body);
  return b;
}

class BodiesInPicture : public testing::Test {
 protected:
  std::vector<std::int32_t> at(const vec3& point) const {
    const vec2 size(300, 200);
    const vec4 clip =
        projection_matrix(camera, 1.5f, actor.enclosing_bounds()) * view_matrix(camera) * vec4(point, 1.0f);
    return bodies_at(actor, camera, size, (vec2(clip.x, -clip.y) / clip.w * 0.5f + 0.5f) * size);
  }
  Actor actor{two_bodies().model(), std::make_shared<TextureSet>()};
  Camera camera;
};

TEST_F(BodiesInPicture, AreSortedByDistance) {
  for (const bool orthographic : {false, true}) {
    camera.orthographic = orthographic;
    EXPECT_THAT(at({0.3f, 10.0f, 2.0f}), ElementsAre(1, 0));
    EXPECT_THAT(at({-0.5f, 10.0f, -2.0f}), ElementsAre(0));
    EXPECT_THAT(at({0.98f, 10.23f, 2.5f}), ElementsAre(1));
    EXPECT_THAT(at({0.0f, 11.2f, -2.0f}), IsEmpty());
  }
}

TEST_F(BodiesInPicture, FollowTheirBones) {
  actor.pose.translation[0] = vec3(0.0f, 3.0f, 0.0f);
  actor.evaluate();
  expect_near(translation_of(body_in_scene(actor, 1)), {0.5f, 13.0f, 2.0f});
  EXPECT_THAT(at({0.3f, 10.0f, 2.0f}), IsEmpty());
  EXPECT_THAT(at({0.3f, 13.0f, 2.0f}), ElementsAre(1, 0));
}

TEST_F(BodiesInPicture, ScaleWithTheModel) {
  actor.place({identity_rotation(), vec3(0.0f, -10.0f, 0.0f), 2.0f});
  MarkLines lines;
  add_body_lines(actor.model().bodies[1], body_in_scene(actor, 1), lines);
  const Bounds box = bounds_of(lines);
  expect_near(box.min, {0.0f, 9.5f, 3.0f});
  expect_near(box.max, {2.0f, 10.5f, 5.0f});
}

/// Limit lines of a joint between two bodies, one above the other.
MarkLines limits(const vec3& lower, const vec3& upper) {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].position = {0, 2, 0};
  model.bodies[1].position = {0, 0, 0};
  Joint joint;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.position = {0, 1, 0};
  joint.rotation_lower = lower;
  joint.rotation_upper = upper;
  model.joints = {joint};
  MarkLines lines;
  add_limit_lines(model, joint, affine_from(identity_rotation(), vec3(0, 1, 0)), lines);
  return lines;
}

TEST(BodyMarks, ArcsReachFromLimitToLimit) {
  // In MMD, a positive angle about Z takes a hanging body to +X.
  const MarkLines lines = limits({0, 0, 0}, {0, 0, pi / 2.0f});
  ASSERT_FALSE(lines.empty());
  const Bounds box = bounds_of(lines);
  expect_near(box.min, {0.0f, 0.5f, 0.0f});
  expect_near(box.max, {0.5f, 1.0f, 0.0f});
  // About X it takes it to -Z of MMD, which is +Z of the viewer.
  const Bounds about_x = bounds_of(limits({0, 0, 0}, {pi / 2.0f, 0, 0}));
  expect_near(about_x.max, {0.0f, 1.0f, 0.5f});
}

TEST(BodyMarks, LockedAxesHaveNoArcAndFreeAxesACircle) {
  EXPECT_TRUE(limits({0.5f, 0, 0}, {0.5f, 0, 0}).empty());
  const Bounds box = bounds_of(limits({0, 0, 1}, {0, 0, -1}));
  expect_near(box.min, {-0.5f, 0.5f, 0.0f});
  expect_near(box.max, {0.5f, 1.5f, 0.0f});
}

}  // namespace
}  // namespace mmd
