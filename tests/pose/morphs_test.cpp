#include "pose/morphs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "pose/vertex_morphs.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using pmx::MorphType;
using test::FileBuilder;

/// Morphs 0 to `count` - 1 that do nothing.
void add_plain(FileBuilder& b, int count) {
  for (int i = 0; i < count; ++i) b.morph<pmx::VertexOffset>("plain", MorphType::vertex, {});
}

std::vector<float> effective(const Model& model, const std::vector<float>& weights) {
  MorphState state(model);
  state.update(model, weights);
  return {state.effective().begin(), state.effective().end()};
}

/// A rotation as the file stores it: left-handed, (x, y, z, w).
vec4 turn(const vec3& axis, float radians) {
  const float s = std::sin(radians / 2);
  return {axis.x * s, axis.y * s, axis.z * s, std::cos(radians / 2)};
}
quat viewer_turn(const vec3& axis, float radians) {
  const vec4 q = turn(axis, radians);
  return mirror(quat(q.w, q.x, q.y, q.z));
}
void expect_same_rotation(const quat& a, const quat& b) {
  EXPECT_NEAR(std::abs(glm::dot(a, b)), 1.0f, 1e-5f)
      << a.x << ' ' << a.y << ' ' << a.z << ' ' << a.w << " and " << b.x << ' ' << b.y << ' ' << b.z << ' '
      << b.w;
}

TEST(Morphs, GroupsAddWeightTimesRatioToTheirChildren) {
  struct Case {
    const char* what;
    int plain;  ///< morphs before the groups
    std::vector<std::vector<pmx::GroupOffset>> groups;
    std::vector<float> weights, expected;  ///< groups keep 0 themselves
  };
  const std::vector<std::vector<pmx::GroupOffset>> cycles{
      {{2, 1.0f}, {0, 1.0f}}, {{1, 1.0f}, {0, 0.5f}}, {{3, 1.0f}, {0, 0.25f}}};
  const Case cases[] = {
      {"one group", 2, {{{0, 0.5f}, {1, -1.0f}}}, {0.25f, 0.0f, 0.5f}, {0.5f, -0.5f, 0.0f}},
      {"a group in a group", 1, {{{0, 0.5f}}, {{1, 0.5f}, {0, 1.0f}}}, {0, 0, 1}, {1.25f}},
      {"a cycle of two, cut where it closes", 1, cycles, {0, 1, 0, 0}, {1.5f}},
      {"a group that contains itself", 1, cycles, {0, 0, 0, 1}, {0.25f}},
  };
  for (const Case& c : cases) {
    FileBuilder b;
    add_plain(b, c.plain);
    for (const auto& group : c.groups) b.morph<pmx::GroupOffset>("group", MorphType::group, group);
    const auto w = effective(*b.model(), c.weights);
    for (std::size_t i = 0; i < c.expected.size(); ++i) EXPECT_FLOAT_EQ(w[i], c.expected[i]) << c.what;
  }
}

TEST(Morphs, HandlesExponentiallyManyReferences) {
  FileBuilder b;
  add_plain(b, 1);
  for (std::int32_t i = 0; i < 200; ++i)
    b.morph<pmx::GroupOffset>("g", MorphType::group, {{i, 1.0f}, {i, 1.0f}, {i, 1.0f}});
  const auto model = b.model();
  const auto w = effective(*model, std::vector<float>(model->morphs.size(), 1.0f));
  for (const float x : w) EXPECT_TRUE(std::isfinite(x));
}

TEST(Morphs, FlipAppliesOneChildWithItsRatio) {
  FileBuilder b;
  add_plain(b, 3);
  b.morph<pmx::GroupOffset>("flip", MorphType::flip, {{0, 0.5f}, {1, 0.75f}, {2, 1.0f}});
  const auto model = b.model();
  const float ratios[] = {0.5f, 0.75f, 1.0f};
  for (int step = -20; step <= 40; ++step) {
    const float w = static_cast<float>(step) / 20.0f;
    const auto out = effective(*model, {0, 0, 0, w});
    const int chosen = w == 0.0f ? -1 : std::clamp(static_cast<int>(4.0f * w) - 1, 0, 2);
    for (int i = 0; i < 3; ++i) {
      EXPECT_FLOAT_EQ(out[static_cast<std::size_t>(i)], i == chosen ? ratios[i] : 0.0f)
          << "w " << w << " child " << i;
    }
  }
}

TEST(Morphs, HugeWeightsStayFinite) {
  FileBuilder b;
  add_plain(b, 1);
  b.morph<pmx::GroupOffset>("group", MorphType::group, {{0, 1e38f}});
  b.morph<pmx::GroupOffset>("flip", MorphType::flip, {{0, 1.0f}, {0, 1.0f}});
  const auto w = effective(*b.model(), {0.0f, 1e38f, 3e38f});
  for (const float x : w) EXPECT_TRUE(std::isfinite(x));
}

TEST(Morphs, FlipWithBadWeightDoesNothing) {
  FileBuilder b;
  add_plain(b, 1);
  b.morph<pmx::GroupOffset>("flip", MorphType::flip, {{0, 1.0f}, {0, 1.0f}});
  b.morph<pmx::GroupOffset>("nothing", MorphType::group, {{1, 0.0f}});
  b.morph<pmx::GroupOffset>("everything", MorphType::group, {{2, 1e38f}});
  EXPECT_EQ(effective(*b.model(), {0.0f, 0.0f, 0.0f, 1e38f})[0], 0.0f);
}

TEST(Morphs, HugeRatiosKeepVerticesAndBonesFinite) {
  constexpr float largest = std::numeric_limits<float>::max();
  FileBuilder b;
  const std::int32_t bone = b.bone("bone");
  b.square({0, 0, 0}, 1);
  b.material();
  b.morph<pmx::VertexOffset>("vertices", MorphType::vertex,
                             {{0, {-2.0f, 1e9f, 3.0f}}, {0, {5.0f, 1e9f, 0.0f}}});
  b.morph<pmx::BoneOffset>("bones", MorphType::bone, {{bone, {0.0f, 7.0f, 1e9f}, {0.0f, 0.0f, 0.0f, 1.0f}}});
  b.morph<pmx::GroupOffset>("group", MorphType::group, {{0, largest}, {1, -largest}});
  const auto model = b.model();
  MorphState state(*model);
  state.update(*model, std::vector<float>{0.0f, 0.0f, 1.0f});
  std::vector<vec3> positions(model->vertices.position.begin(), model->vertices.position.end());
  const std::vector<float> before(3, 0.0f);
  apply_vertex_morphs(*model, state.effective(), before, positions);
  for (const vec3& position : positions) EXPECT_TRUE(is_finite(position)) << position.x << ' ' << position.y;
  ASSERT_TRUE(state.moves_bones());
  EXPECT_TRUE(is_finite(state.bone_translation()[0]));
  EXPECT_EQ(state.effective()[0], 1e6f);
  EXPECT_EQ(state.effective()[1], -1e6f);
}

TEST(Morphs, BoneMorphScalesTranslationAndRotation) {
  FileBuilder b;
  b.bone("a");
  b.bone("b");
  b.morph<pmx::BoneOffset>("m", MorphType::bone, {{1, {1, 2, 3}, turn({0, 1, 0}, 1.0f)}});
  const auto model = b.model();
  MorphState state(*model);
  for (const float w : {0.25f, 0.5f, 1.0f, -0.5f, 1.5f}) {
    state.update(*model, std::vector<float>{w});
    ASSERT_TRUE(state.moves_bones());
    EXPECT_FLOAT_EQ(state.bone_translation()[1].x, w);
    EXPECT_FLOAT_EQ(state.bone_translation()[1].z, -3 * w);
    expect_same_rotation(state.bone_rotation()[1], viewer_turn({0, 1, 0}, w));
    expect_same_rotation(state.bone_rotation()[0], identity_rotation());
  }
}

TEST(Morphs, BoneMorphsMultiplyInMorphOrder) {
  FileBuilder b;
  b.bone("a");
  b.morph<pmx::BoneOffset>("x", MorphType::bone, {{0, {1, 0, 0}, turn({1, 0, 0}, 1.2f)}});
  b.morph<pmx::BoneOffset>("y", MorphType::bone, {{0, {0, 1, 0}, turn({0, 1, 0}, 0.7f)}});
  const auto model = b.model();
  MorphState state(*model);
  state.update(*model, std::vector<float>{1.0f, 0.5f});
  EXPECT_EQ(state.bone_translation()[0], vec3(1, 0.5f, 0));
  expect_same_rotation(state.bone_rotation()[0],
                       viewer_turn({1, 0, 0}, 1.2f) * viewer_turn({0, 1, 0}, 0.35f));
}

TEST(Morphs, LeavesNothingBehindWhenWeightsReturn) {
  FileBuilder b;
  b.bone("a");
  b.morph<pmx::BoneOffset>("m", MorphType::bone, {{0, {1, 2, 3}, turn({0, 1, 0}, 1.0f)}});
  b.morph<pmx::GroupOffset>("g", MorphType::group, {{0, 1.0f}});
  const auto model = b.model();
  MorphState used(*model), fresh(*model);
  used.update(*model, std::vector<float>{1.0f, 1.0f});
  used.update(*model, std::vector<float>{0.0f, 0.0f});
  EXPECT_FALSE(used.moves_bones());
  used.update(*model, std::vector<float>{0.0f, 0.3f});
  fresh.update(*model, std::vector<float>{0.0f, 0.3f});
  EXPECT_EQ(used.bone_translation()[0], fresh.bone_translation()[0]);
  EXPECT_EQ(used.bone_rotation()[0], fresh.bone_rotation()[0]);
}

}  // namespace
}  // namespace mmd
