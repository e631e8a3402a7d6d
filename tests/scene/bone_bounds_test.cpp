#include "scene/bone_bounds.h"

#include <random>

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

struct Numbers {
  std::mt19937 random{7};
  float operator()(float low, float high) {
    return low + (high - low) * static_cast<float>(random() % 10001) / 1e4f;
  }
  vec3 point(float reach) { return {(*this)(-reach, reach), (*this)(-reach, reach), (*this)(-reach, reach)}; }
};

/// Three bones in a row, vertices of every type around them, and a morph that moves some vertices.
FileBuilder rag(Numbers& number) {
  FileBuilder b;
  b.bone("0");
  b.bone("1", 0, {0, 4, 0});
  b.bone("2", 1, {0, 8, 0});
  std::vector<pmx::VertexOffset> offsets;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto first = static_cast<std::int32_t>(i % 2);
    const vec3 at = vec3(0, 4.0f * static_cast<float>(first) + 2.0f, 0) + number.point(2);
    const float w = number(0, 1);
    if (i % 4 == 0) {
      b.vertex(at, first);
    } else if (i % 4 == 1) {
      b.weighted(at, pmx::WeightType::bdef2, {first, first + 1, -1, -1}, {w, 0, 0, 0});
    } else if (i % 4 == 2) {
      b.weighted(at, pmx::WeightType::bdef4, {0, 1, 2, -1}, {w, 1 - w, 0.5f, 0});
    } else {
      const vec3 centre(0, 4.0f * static_cast<float>(first) + 4.0f, 0);
      b.sdef(at, first, first + 1, w, {centre, centre + number.point(1), centre + number.point(1)});
    }
    if (i % 5 == 0) offsets.push_back({i, number.point(3)});
  }
  for (std::uint32_t i = 0; i + 2 < 300; i += 3) b.triangle(i, i + 1, i + 2);
  b.material();
  b.morph<pmx::VertexOffset>("swell", pmx::MorphType::vertex, offsets);
  return b;
}

/// In random poses, the bounds contain every vertex and have at most `largest` times the radius.
template <class Rotation>
void expect_held(Actor& actor, Numbers& number, float reach, float largest, Rotation rotation,
                 int rounds = 300) {
  for (int round = 0; round < rounds; ++round) {
    for (quat& q : actor.pose.rotation) q = rotation();
    for (vec3& t : actor.pose.translation) t = number.point(reach);
    actor.pose.morph_weights[0] = round % 3 == 0 ? 0.0f : number(-1, 2);
    actor.evaluate();
    const Bounds outer = actor.enclosing_bounds(), inner = actor.posed_bounds();
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_LE(outer.min[axis], inner.min[axis] + 1e-4f) << "round " << round;
      ASSERT_GE(outer.max[axis], inner.max[axis] - 1e-4f) << "round " << round;
    }
    ASSERT_LT(outer.radius(), inner.radius() * largest) << "round " << round;
  }
}

TEST(BoneBounds, ContainEveryVertexInAnyPose) {
  Numbers number;
  Actor actor(rag(number).model(), std::make_shared<const TextureSet>());
  expect_held(
      actor, number, 2.0f, 3.0f,
      [&] { return glm::normalize(quat(number(-1, 1), number(-1, 1), number(-1, 1), number(0.1f, 1))); },
      200);
}

TEST(BoneBounds, EqualTheVertexBoxAtRest) {
  FileBuilder b;
  b.bone("root");
  b.square({0, 5, 0}, 1, 0);
  b.material();
  b.vertex({100, 100, 100});  // no face uses it
  const Actor actor(b.model(), std::make_shared<const TextureSet>());
  EXPECT_EQ(actor.enclosing_bounds().min, vec3(-1, 4, 0));
  EXPECT_EQ(actor.enclosing_bounds().max, vec3(1, 6, 0));
}

TEST(BoneBounds, UseSkinnedVerticesForQdef) {
  FileBuilder b;
  for (const char* name : {"0", "1", "2"}) b.bone(name);
  for (const vec3& at : {vec3(0, 3, 0), vec3(1, 3, 0), vec3(0, 5, 1)})
    b.weighted(at, pmx::WeightType::qdef, {0, 1, 2, -1}, {0.2f, 0.4f, 0.4f, 0});
  b.triangle(0, 1, 2);
  b.material();
  Actor actor(b.model(), std::make_shared<const TextureSet>());
  actor.pose.rotation[1] = glm::angleAxis(2.0f, vec3(0, 0, 1));
  actor.pose.rotation[2] = glm::angleAxis(-2.0f, vec3(0, 0, 1));
  actor.evaluate();
  EXPECT_EQ(actor.enclosing_bounds().max, actor.posed_bounds().max);
}

TEST(BoneBounds, AreAUnitBoxForEmptyModels) {
  FileBuilder b;
  b.bone("root");
  const Actor actor(b.model(), std::make_shared<const TextureSet>());
  EXPECT_EQ(actor.enclosing_bounds().min, vec3(-1.0f));
  EXPECT_EQ(actor.enclosing_bounds().max, vec3(1.0f));
}

}  // namespace
}  // namespace mmd
