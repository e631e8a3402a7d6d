#include <random>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include "base/math.h"
#include "model/check_model.h"

namespace mmd {
namespace {

RigidBody body(BodyShape shape, const vec3& size, const vec3& position, const vec3& rotation = vec3(0.0f)) {
  RigidBody out;
  out.shape = shape;
  out.size = size;
  out.position = position;
  out.rotation = rotation;
  out.collides_with = 0xffff;
  out.mode = BodyMode::dynamic;
  return out;
}
RigidBody sphere(float radius, const vec3& position) {
  return body(BodyShape::sphere, {radius, 0, 0}, position);
}

constexpr float quarter = 0.5f * pi;

TEST(BodyOverlap, MeasuresSpheresByRadiiAndDistance) {
  EXPECT_NEAR(rest_overlap(sphere(1, {0, 0, 0}), sphere(0.5f, {0, 1, 0})), 0.5f, 1e-6f);
  EXPECT_NEAR(rest_overlap(sphere(1, {0, 0, 0}), sphere(0.5f, {0, 0, 2})), -0.5f, 1e-6f);
}

TEST(BodyOverlap, CapsulesLieAlongTheirYAxis) {
  const vec3 size(0.5f, 4.0f, 0.0f);
  const RigidBody upright = body(BodyShape::capsule, size, {0, 0, 0});
  EXPECT_NEAR(rest_overlap(upright, sphere(0.5f, {0, 2.75f, 0})), 0.25f, 1e-6f);
  EXPECT_NEAR(rest_overlap(upright, sphere(0.5f, {0.75f, 1.5f, 0})), 0.25f, 1e-6f);
  const RigidBody lying = body(BodyShape::capsule, size, {0, 0, 0}, {0, 0, quarter});
  EXPECT_NEAR(rest_overlap(lying, sphere(0.5f, {-2.75f, 0, 0})), 0.25f, 1e-5f);
  EXPECT_NEAR(rest_overlap(lying, upright), 1.0f, 1e-5f) << "their axes meet";
  const RigidBody beside = body(BodyShape::capsule, size, {0.75f, 3.0f, 0});
  EXPECT_NEAR(rest_overlap(upright, beside), 0.25f, 1e-6f) << "parallel";
}

TEST(BodyOverlap, AppliesRotationsInOrderYXZ) {
  // Ry * Rx of the own Y axis, each by a quarter turn: Y goes to Z, then to X.
  const RigidBody turned = body(BodyShape::capsule, {0.5f, 4.0f, 0.0f}, {0, 0, 0}, {quarter, quarter, 0.0f});
  EXPECT_NEAR(rest_overlap(turned, sphere(0.5f, {2.75f, 0, 0})), 0.25f, 1e-5f);
}

TEST(BodyOverlap, MeasuresBoxesByShortestSeparation) {
  const RigidBody box = body(BodyShape::box, {1, 2, 3}, {0, 0, 0});
  EXPECT_NEAR(rest_overlap(box, sphere(0.5f, {1.25f, 0, 0})), 0.25f, 1e-6f);
  EXPECT_NEAR(rest_overlap(sphere(0.5f, {0, 0, -3.25f}), box), 0.25f, 1e-6f);
  EXPECT_NEAR(rest_overlap(box, sphere(0.5f, {0.75f, 0, 0})), 0.75f, 1e-6f) << "its middle is inside";
  EXPECT_LT(rest_overlap(box, sphere(0.5f, {1.4f, 2.4f, 0})), 0.0f) << "beside an edge";
  const RigidBody rod = body(BodyShape::capsule, {0.1f, 10.0f, 0.0f}, {1.05f, 0, 0});
  EXPECT_NEAR(rest_overlap(rod, box), 0.05f, 1e-5f) << "its ends are far outside";
  EXPECT_NEAR(rest_overlap(box, body(BodyShape::box, {1, 1, 1}, {1.75f, 1, 1})), 0.25f, 1e-6f);
  EXPECT_NEAR(rest_overlap(box, body(BodyShape::box, {1, 1, 1}, {0, 3.25f, 0})), -0.25f, 1e-6f);
  // Edge to edge: only an axis across both edges takes them apart.
  const RigidBody a = body(BodyShape::box, {1, 1, 5}, {0, 0, 0}, {0, 0, 0.5f * quarter});
  const RigidBody b = body(BodyShape::box, {5, 1, 1}, {0, 2.7f, 0}, {0.5f * quarter, 0, 0});
  EXPECT_NEAR(rest_overlap(a, b), 2.0f * std::sqrt(2.0f) - 2.7f, 1e-4f);
}

/// A body with its axes: gives points of its bounding box (`share` from -1 to 1) and tests points for inside.
struct Solid {
  explicit Solid(const RigidBody& of) : body(of) {
    const auto about = [](float angle, const vec3& axis) { return glm::angleAxis(angle, axis); };
    axes = glm::mat3_cast(about(of.rotation.y, {0, 1, 0}) * about(of.rotation.x, {1, 0, 0}) *
                          about(of.rotation.z, {0, 0, 1}));
  }
  vec3 point(const vec3& share) const {
    const vec3 half = body.shape == BodyShape::box
                          ? body.size
                          : vec3(body.size.x, body.size.x + 0.5f * body.size.y, body.size.x);
    return body.position + axes * (share * half);
  }
  bool holds(const vec3& p) const {
    vec3 q = glm::transpose(axes) * (p - body.position);
    if (body.shape == BodyShape::box) {
      return glm::all(glm::lessThanEqual(glm::abs(q), body.size));
    }
    q.y -= glm::clamp(q.y, -0.5f * body.size.y, 0.5f * body.size.y);
    return glm::length(q) <= body.size.x;
  }
  RigidBody body;
  mat3 axes;
};

TEST(BodyOverlap, AgreesWithSampledPoints) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> size(0.2f, 1.5f), place(-1.8f, 1.8f), angle(-pi, pi), share(-1, 1);
  std::uniform_int_distribution<int> shape(0, 2);
  const auto any = [&random](auto& numbers) {
    return vec3(numbers(random), numbers(random), numbers(random));
  };
  int overlapping = 0;
  for (int i = 0; i < 600; ++i) {
    const auto any_body = [&] {
      const auto kind = static_cast<BodyShape>(shape(random));
      vec3 s = any(size);
      if (kind == BodyShape::sphere) s.y = 0.0f;
      return Solid(body(kind, s, any(place), any(angle)));
    };
    const Solid a = any_body(), b = any_body();
    const float depth = rest_overlap(a.body, b.body);
    EXPECT_NEAR(depth, rest_overlap(b.body, a.body), 1e-4f) << "number " << i;
    bool met = false;
    for (int k = 0; k < 3000 && !met; ++k) {
      const vec3 p = a.point(any(share));
      met = a.holds(p) && b.holds(p);
    }
    if (met) {
      EXPECT_GT(depth, 0.0f) << "number " << i;
    }
    // 3000 points find overlaps deeper than a quarter of the smallest body.
    if (depth > 0.3f) {
      EXPECT_TRUE(met) << "number " << i << ", " << depth;
    }
    overlapping += met ? 1 : 0;
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_LT(overlapping, 500);
}

TEST(BodyOverlap, CollisionNeedsBothMasks) {
  RigidBody a = sphere(1, {0, 0, 0}), b = sphere(1, {0, 0, 0});
  a.group = 3;
  b.group = 15;
  EXPECT_TRUE(collide(a, b));
  a.collides_with = 0x8000;
  EXPECT_TRUE(collide(a, b));
  b.collides_with = 0xfff7;
  EXPECT_FALSE(collide(a, b));
  EXPECT_FALSE(collide(b, a));
}

TEST(BodyOverlap, BoneDrivenAndFlatBodiesDoNotCollide) {
  RigidBody a = sphere(1, {0, 0, 0}), b = a;
  a.mode = BodyMode::follows_bone;
  EXPECT_TRUE(collide(a, b));
  b.mode = BodyMode::follows_bone;
  EXPECT_FALSE(collide(a, b));
  a.mode = BodyMode::dynamic_rotation;
  EXPECT_TRUE(collide(a, b));
  a.is_solid = false;
  EXPECT_FALSE(collide(a, b));
}

}  // namespace
}  // namespace mmd
