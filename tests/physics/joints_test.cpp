// The motion that each type of joint allows.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "physics/body_transform.h"
#include "tests/physics/bodies.h"

namespace mmd {
namespace {

using test::body;
using test::joint_at;

/// A fixed body and a dynamic one beside it. The joint is at the fixed body.
struct Pair {
  explicit Pair(JointType type = Joint().type, float damping = 0.0f)
      : bodies{body(BodyMode::follows_bone, {0.0f, 10.0f, 0.0f}),
               body(BodyMode::dynamic, {2.0f, 10.0f, 0.0f})} {
    tie = joint_at(0, 1, {0.0f, 10.0f, 0.0f});
    tie.type = type;
    bodies[1].angular_damping = bodies[1].linear_damping = damping;
  }
  /// Transform of the second body after `steps`.
  BodyTransform after(int steps, const vec3& gravity = {0.0f, -98.0f, 0.0f}) const {
    PhysicsWorld world({60.0f, gravity, false});
    world.add(bodies, std::vector{tie});
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(world.step());
    return world.transform(1);
  }
  std::vector<RigidBody> bodies;
  Joint tie;
};

/// Degrees between two rotations.
float angle(const quat& a, const quat& b) {
  return glm::degrees(2.0f * std::acos(std::min(1.0f, std::abs(glm::dot(a, b)))));
}

TEST(Joints, LockedAxesHold) {
  const Pair pair;
  const BodyTransform at = pair.after(300);
  EXPECT_LT(glm::distance(at.position, vec3(2.0f, 10.0f, 0.0f)), 0.3f);
  EXPECT_LT(angle(at.rotation, identity_rotation()), 3.0f);
}

TEST(Joints, RotationStopsAtItsLimit) {
  for (const float degrees : {10.0f, 30.0f, 80.0f}) {
    Pair pair(Joint().type, 0.9f);
    pair.tie.rotation_lower.z = -glm::radians(degrees);
    pair.tie.rotation_upper.z = glm::radians(degrees);
    const BodyTransform at = pair.after(600);
    EXPECT_NEAR(angle(at.rotation, identity_rotation()), degrees, 2.0f);
    EXPECT_NEAR(glm::distance(at.position, vec3(0.0f, 10.0f, 0.0f)), 2.0f, 0.1f);
  }
}

TEST(Joints, ReversedLimitsFreeTheAxis) {
  Pair pair(Joint().type, 0.9f);
  pair.tie.rotation_lower.z = 0.5f;
  pair.tie.rotation_upper.z = -0.5f;
  EXPECT_NEAR(pair.after(900).position.y, 8.0f, 0.05f);  // it hangs straight down
}

TEST(Joints, SpringsCarryTheWeight) {
  Pair pair;
  pair.bodies[1].linear_damping = 0.9f;
  pair.tie.translation_lower.y = -5.0f;
  pair.tie.translation_upper.y = 5.0f;
  pair.tie.spring_translation.y = 400.0f;
  // The motor applies a share of the force in each step: the spring is softer than k x = m g.
  const float stretched = 10.0f - pair.after(900).position.y;
  EXPECT_GT(stretched, 98.0f / 400.0f * 0.5f);
  EXPECT_LT(stretched, 5.0f);
  pair.tie.spring_translation.y = 1600.0f;
  EXPECT_LT(10.0f - pair.after(900).position.y, stretched);
}

TEST(Joints, TypeOneIsTypeZeroWithoutSprings) {
  Pair zero, one(JointType::six_dof);
  for (Pair* p : {&zero, &one}) p->tie.rotation_lower = vec3(-0.5f), p->tie.rotation_upper = vec3(0.5f);
  one.tie.spring_rotation = vec3(1000.0f);  // this type ignores it
  const BodyTransform a = zero.after(300), b = one.after(300);
  EXPECT_LT(glm::distance(a.position, b.position), 1e-3f);
}

TEST(Joints, PointToPointKeepsTheDistanceAndRotatesFreely) {
  const BodyTransform at = Pair(JointType::point_to_point, 0.9f).after(900);
  EXPECT_NEAR(glm::distance(at.position, vec3(0.0f, 10.0f, 0.0f)), 2.0f, 0.05f);
  EXPECT_NEAR(at.position.y, 8.0f, 0.1f);
}

TEST(Joints, ConeTwistStopsAtItsSwing) {
  Pair pair(JointType::cone_twist, 0.9f);
  // Swing 1 is about z; the weight rotates the body about z.
  pair.tie.rotation_lower = vec3(0.1f, 0.1f, glm::radians(30.0f));
  pair.tie.spring_translation = vec3(1.0f, 0.3f, 1.0f);  // softness, bias, relaxation
  EXPECT_NEAR(angle(pair.after(900).rotation, identity_rotation()), 30.0f, 6.0f);
}

TEST(Joints, SliderMovesAlongXOnly) {
  Pair pair(JointType::slider);
  pair.tie.translation_lower.x = -1.0f;
  pair.tie.translation_upper.x = 1.5f;
  const BodyTransform at = pair.after(600, {60.0f, -60.0f, 0.0f});
  EXPECT_NEAR(at.position.x, 3.5f, 0.2f);
  EXPECT_NEAR(at.position.y, 10.0f, 0.2f);
  EXPECT_LT(angle(at.rotation, identity_rotation()), 3.0f);
}

TEST(Joints, LimitsScaleWithTheModel) {
  for (const JointType type : {JointType::spring_six_dof, JointType::six_dof, JointType::slider})
    for (const float scale : {1.0f, 2.0f})
      for (const float pull : {60.0f, -60.0f}) {
        Pair pair(type);
        pair.tie.translation_lower.x = -1.0f;
        pair.tie.translation_upper.x = 1.5f;
        PhysicsWorld world({60.0f, {pull, 0.0f, 0.0f}, false});
        world.add(pair.bodies, std::vector{pair.tie}, {}, scale);
        for (int i = 0; i < 600; ++i) ASSERT_TRUE(world.step());
        EXPECT_NEAR(world.transform(1).position.x, scale * (pull > 0.0f ? 3.5f : 1.0f), 0.2f)
            << static_cast<int>(type) << ' ' << scale << ' ' << pull;
      }
}

TEST(Joints, HingeRotatesAboutZWithinItsLimits) {
  Pair pair(JointType::hinge, 0.9f);
  pair.tie.rotation_lower.x = -glm::radians(40.0f);
  pair.tie.rotation_upper.x = glm::radians(40.0f);
  pair.tie.spring_translation = vec3(0.9f, 0.3f, 1.0f);
  EXPECT_NEAR(angle(pair.after(900).rotation, identity_rotation()), 40.0f, 6.0f);
  EXPECT_NEAR(pair.after(900, {0.0f, 0.0f, -98.0f}).position.z, 0.0f, 0.05f);
}

TEST(Joints, MotorsDriveOnlyWhenSwitchedOn) {
  const auto hinge_angle = [](float motor) {
    Pair hinge(JointType::hinge);
    hinge.tie.rotation_lower.x = 1.0f;
    hinge.tie.rotation_upper.x = -1.0f;
    hinge.tie.spring_rotation = vec3(motor, 2.0f, 50.0f);
    return angle(hinge.after(30, vec3(0.0f)).rotation, identity_rotation());
  };
  const auto slider_x = [](float motor) {
    Pair slider(JointType::slider);
    slider.tie.translation_lower.x = -5.0f;
    slider.tie.translation_upper.x = 5.0f;
    slider.tie.spring_translation = vec3(motor, 3.0f, 100.0f);
    return slider.after(30, vec3(0.0f)).position.x;
  };
  EXPECT_GT(hinge_angle(1.0f), 20.0f);
  EXPECT_GT(std::abs(slider_x(1.0f) - 2.0f), 0.5f);
  for (const float off : {0.0f, -1.0f}) {
    EXPECT_LT(hinge_angle(off), 0.1f) << off;
    EXPECT_NEAR(slider_x(off), 2.0f, 0.01f) << off;
  }
}

TEST(Joints, RandomChainsStayWithinTheirLimits) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const test::Chain chain = test::random_chain(seed);
    test::ChainWorld world(chain);
    for (int i = 0; i < 300; ++i) ASSERT_TRUE(world.step());
    for (const Joint& j : chain.joints) {
      // Position of the joint as each of its bodies moves it.
      const auto carried = [&](std::int32_t b) {
        const RigidBody& at_rest = chain.bodies[static_cast<std::size_t>(b)];
        const BodyTransform rest = rest_transform(at_rest.position, at_rest.rotation);
        const BodyTransform now = world.transform(static_cast<std::size_t>(b));
        return now.position + now.rotation * (glm::conjugate(rest.rotation) * (j.position - rest.position));
      };
      EXPECT_LT(glm::distance(carried(j.body_a), carried(j.body_b)), 0.2f) << seed << ", joint " << j.body_a;
    }
  }
}

TEST(RestTransform, RotatesInOrderZXY) {
  const vec3 angles(0.3f, -0.8f, 1.1f);
  const quat expected = glm::angleAxis(angles.y, vec3(0, 1, 0)) * glm::angleAxis(angles.x, vec3(1, 0, 0)) *
                        glm::angleAxis(angles.z, vec3(0, 0, 1));
  EXPECT_LT(angle(rest_transform(vec3(0.0f), angles).rotation, expected), 0.1f);
}

}  // namespace
}  // namespace mmd
