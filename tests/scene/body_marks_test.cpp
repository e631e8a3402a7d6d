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

TEST(BodyMarks, ABoxesLinesEndAtItsCornersInTheScene) {
  const RigidBody box = shaped(BodyShape::box, {1.0f, 2.0f, 3.0f});
  const quat turn = glm::angleAxis(0.7f, glm::normalize(vec3(1.0f, 2.0f, -1.0f)));
  MarkLines lines;
  add_body_lines(box, affine_from(turn, vec3(5.0f, 6.0f, 7.0f)), lines);
  ASSERT_EQ(lines.size(), 12u);
  for (const MarkLine& line : lines)
    for (const vec3& end : {line.from, line.to})
      expect_near(glm::abs(glm::conjugate(turn) * (end - vec3(5.0f, 6.0f, 7.0f))), {1.0f, 2.0f, 3.0f});
}

TEST(BodyMarks, ACapsuleIsAsLongAsItsMiddleAndBothEnds) {
  MarkLines lines;
  add_body_lines(shaped(BodyShape::capsule, {0.5f, 3.0f, 0.0f}), Affine(), lines);
  const Bounds box = bounds_of(lines);
  expect_near(box.max, {0.5f, 2.0f, 0.5f});
  expect_near(box.min, {-0.5f, -2.0f, -0.5f});
}

TEST(BodyMarks, ASpheresLinesLieOnIt) {
  MarkLines lines;
  add_body_lines(shaped(BodyShape::sphere, vec3(1.5f)), Affine(), lines);
  for (const MarkLine& line : lines) EXPECT_NEAR(glm::length(line.from), 1.5f, 1e-5f);
}

/// A body behind and a smaller one within it, seen from the front; MMD's space.
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

TEST_F(BodiesInPicture, TheNearestToTheEyeComesFirst) {
  for (const bool orthographic : {false, true}) {
    camera.orthographic = orthographic;
    EXPECT_THAT(at({0.3f, 10.0f, 2.0f}), ElementsAre(1, 0));
    EXPECT_THAT(at({-0.5f, 10.0f, -2.0f}), ElementsAre(0));
    EXPECT_THAT(at({0.98f, 10.23f, 2.5f}), ElementsAre(1));
    EXPECT_THAT(at({0.0f, 11.2f, -2.0f}), IsEmpty());
  }
}

TEST_F(BodiesInPicture, TheyGoWithTheirBones) {
  actor.pose.translation[0] = vec3(0.0f, 3.0f, 0.0f);
  actor.evaluate();
  expect_near(translation_of(body_in_scene(actor, 1)), {0.5f, 13.0f, 2.0f});
  EXPECT_THAT(at({0.3f, 10.0f, 2.0f}), IsEmpty());
  EXPECT_THAT(at({0.3f, 13.0f, 2.0f}), ElementsAre(1, 0));
}

TEST_F(BodiesInPicture, AreAsLargeAsTheirModel) {
  actor.place({identity_rotation(), vec3(0.0f, -10.0f, 0.0f), 2.0f});
  MarkLines lines;
  add_body_lines(actor.model().bodies[1], body_in_scene(actor, 1), lines);
  const Bounds box = bounds_of(lines);
  expect_near(box.min, {0.0f, 9.5f, 3.0f});
  expect_near(box.max, {2.0f, 10.5f, 5.0f});
}

/// Two bodies one above the other with a joint between them.
Model jointed(const vec3& lower, const vec3& upper) {
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
  return model;
}

MarkLines limits(const vec3& lower, const vec3& upper) {
  const Model model = jointed(lower, upper);
  MarkLines lines;
  add_limit_lines(model, model.joints[0], affine_from(identity_rotation(), vec3(0, 1, 0)), lines);
  return lines;
}

TEST(BodyMarks, AnArcReachesFromOneLimitToTheOther) {
  // About MMD's Z a positive angle takes what hangs down to its +X.
  const MarkLines lines = limits({0, 0, 0}, {0, 0, pi / 2.0f});
  ASSERT_FALSE(lines.empty());
  const Bounds box = bounds_of(lines);
  expect_near(box.min, {0.0f, 0.5f, 0.0f});
  expect_near(box.max, {0.5f, 1.0f, 0.0f});
  // About MMD's X to its -Z, which is the viewer's +Z.
  const Bounds about_x = bounds_of(limits({0, 0, 0}, {pi / 2.0f, 0, 0}));
  expect_near(about_x.max, {0.0f, 1.0f, 0.5f});
}

TEST(BodyMarks, ALockedAxisHasNoArcAndAFreeOneACircle) {
  EXPECT_TRUE(limits({0.5f, 0, 0}, {0.5f, 0, 0}).empty());
  const Bounds box = bounds_of(limits({0, 0, 1}, {0, 0, -1}));
  expect_near(box.min, {-0.5f, 0.5f, 0.0f});
  expect_near(box.max, {0.5f, 1.5f, 0.0f});
}

}  // namespace
}  // namespace mmd
