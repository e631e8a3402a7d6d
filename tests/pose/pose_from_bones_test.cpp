#include "pose/pose_from_bones.h"

#include <gmock/gmock.h>

#include "skeleton/bone_manager.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// Four bones, each a child of the one before. The second may have a fixed axis; the third appends the
/// second.
std::shared_ptr<const Model> column(bool fixed_axis) {
  test::FileBuilder b;
  b.bone("a", -1, {0, 10, 0});
  b.bone("b", 0, {0, 8, 0});
  b.bone("c", 1, {0, 6, 1});
  b.bone("d", 2, {1, 4, 0});
  b.append(2, 1, 0.5f, pmx::bone_append_rotation | pmx::bone_append_translation);
  if (fixed_axis) {
    b.file.bones[1].flags |= pmx::bone_fixed_axis;
    b.file.bones[1].fixed_axis = {0, 1, 0};
  }
  return b.model();
}

struct Turned {
  std::vector<vec3> translation;
  std::vector<quat> rotation;
  BoneManager bones;

  Turned(const std::shared_ptr<const Model>& model, std::vector<vec3> t, std::vector<quat> q)
      : translation(std::move(t)), rotation(std::move(q)), bones(skeleton_of(model)) {
    evaluate();
  }
  void evaluate() {
    BoneInputs inputs;
    inputs.translation = translation;
    inputs.rotation = rotation;
    bones.evaluate(inputs, {});
  }
};

Turned some_pose(const std::shared_ptr<const Model>& model) {
  return {model,
          {{1, 0, 0}, {0, 1, 0.5f}, {0, 0, 0}, {0, 0, 0.25f}},
          {{0.8f, 0.6f, 0, 0}, {0.8f, 0.36f, 0, 0.48f}, {0.6f, 0, 0.8f, 0}, identity_rotation()}};
}

Turned at_rest(const std::shared_ptr<const Model>& model) {
  return {model, std::vector<vec3>(model->bone_count(), vec3(0.0f)),
          std::vector<quat>(model->bone_count(), identity_rotation())};
}

TEST(PoseFromBones, RecoversTheEvaluatedPose) {
  const auto model = column(false);
  const Turned pose = some_pose(model);
  Turned found = at_rest(model);
  PoseFromBones solver(model->skeleton, {1, 1, 1, 1});
  solver.solve(pose.bones.palette(), {}, found.translation, found.rotation);
  for (std::size_t b = 0; b < 4; ++b) {
    EXPECT_LT(glm::length(found.translation[b] - pose.translation[b]), 1e-5f) << b;
    EXPECT_NEAR(std::abs(glm::dot(found.rotation[b], pose.rotation[b])), 1.0f, 1e-6f) << b;
  }
  EXPECT_EQ(solver.largest_loss().bone, none);
}

TEST(PoseFromBones, KeepsMatchingValuesBitForBit) {
  const auto model = column(false);
  const Turned pose = some_pose(model);
  Turned found = some_pose(model);
  found.translation[3] += vec3(0.1f);
  PoseFromBones solver(model->skeleton, {1, 1, 1, 1});
  solver.solve(pose.bones.palette(), {}, found.translation, found.rotation);
  for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(found.translation[b], pose.translation[b]) << b;
  for (std::size_t b = 0; b < 4; ++b) EXPECT_EQ(found.rotation[b], pose.rotation[b]) << b;
  EXPECT_LT(glm::length(found.translation[3] - pose.translation[3]), 1e-5f);
}

TEST(PoseFromBones, ChildrenOfFixedAxisBonesKeepTheirPlace) {
  const Turned wanted = some_pose(column(false));
  const auto model = column(true);
  Turned found = at_rest(model);
  PoseFromBones solver(model->skeleton, {1, 1, 1, 1});
  solver.solve(wanted.bones.palette(), {}, found.translation, found.rotation);
  found.evaluate();
  for (std::int32_t b = 0; b < 4; ++b)
    EXPECT_LT(glm::length(found.bones.position(b) - wanted.bones.position(b)), 1e-5f) << b;
  EXPECT_EQ(solver.largest_loss().bone, 1);
  EXPECT_NEAR(solver.largest_loss().angle, 2.0f * std::acos(0.8f), 1e-3f);  // none of it is about the axis
}

TEST(PoseFromBones, LeavesBonesWithoutKeysAtRest) {
  const auto model = column(false);
  const Turned wanted = some_pose(model);
  Turned found = at_rest(model);
  PoseFromBones solver(model->skeleton, {1, 0, 1, 1});
  solver.solve(wanted.bones.palette(), {}, found.translation, found.rotation);
  EXPECT_EQ(found.rotation[1], identity_rotation());
  EXPECT_EQ(found.translation[1], vec3(0.0f));
  found.evaluate();
  for (const std::int32_t b : {0, 2, 3}) {
    EXPECT_LT(glm::length(found.bones.position(b) - wanted.bones.position(b)), 1e-5f) << b;
    EXPECT_LT(glm::length(translation_of(solver.reached()[static_cast<std::size_t>(b)]) -
                          translation_of(found.bones.palette()[static_cast<std::size_t>(b)])),
              1e-5f);
  }
}

void expect_found(const std::shared_ptr<const Model>& model, const Turned& wanted, float tolerance) {
  const std::size_t count = model->bone_count();
  Turned found = at_rest(model);
  PoseFromBones solver(model->skeleton, std::vector<std::uint8_t>(count, 1));
  solver.solve(wanted.bones.palette(), {}, found.translation, found.rotation);
  found.evaluate();
  for (std::size_t i = 0; i < count; ++i) {
    const auto bone = static_cast<std::int32_t>(i);
    EXPECT_LT(glm::length(found.bones.position(bone) - wanted.bones.position(bone)), tolerance) << i;
    const vec3 reached = translation_of(solver.reached()[i]);
    EXPECT_LT(glm::length(reached - translation_of(found.bones.palette()[i])), 1e-4f) << i;
  }
}
/// A pose that moves and rotates every bone.
Turned varied_pose(const std::shared_ptr<const Model>& model) {
  std::vector<vec3> moved;
  std::vector<quat> turned;
  for (std::size_t i = 0; i < model->bone_count(); ++i) {
    moved.push_back(vec3(0.0f, 0.1f * static_cast<float>(i), 0.5f));
    turned.push_back(glm::normalize(quat(2.0f, static_cast<float>(i), 1.0f, -0.5f)));
  }
  return {model, moved, turned};
}

TEST(PoseFromBones, SolvesAppendFromDescendants) {
  test::FileBuilder child_later, child_earlier, nested;
  child_later.bone("a", -1, {0, 10, 0});
  child_later.bone("b", 0, {0, 8, 0});
  child_later.bone("c", 1, {0, 6, 1});
  child_later.append(0, 2, -0.5f);
  expect_found(child_later.model(),
               {child_later.model(),
                {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                {{0.8f, 0.6f, 0, 0}, {0.8f, 0, 0, 0.6f}, {0.6f, 0, 0.8f, 0}}},
               1e-5f);
  child_earlier.bone("c", 1, {0, 6, 1});
  child_earlier.bone("b", 2, {0, 8, 0});
  child_earlier.bone("top", -1, {0, 10, 0});
  child_earlier.append(2, 0, -0.5f, pmx::bone_append_rotation | pmx::bone_append_translation);
  expect_found(child_earlier.model(), varied_pose(child_earlier.model()), 1e-4f);
  nested.bone("below", 1, {0, 8, 0});
  nested.bone("top", -1, {0, 10, 0});
  nested.bone("last", 3, {1, 2, 0});
  nested.bone("above last", -1, {1, 3, 0});
  nested.append(0, 2, 0.5f);
  nested.append(1, 0, -0.5f);
  nested.append(3, 1, 1.0f);
  expect_found(nested.model(), varied_pose(nested.model()), 1e-4f);
}

}  // namespace
}  // namespace mmd
