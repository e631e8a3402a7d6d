#include "pose/pose_from_bones.h"

#include <gmock/gmock.h>

#include "skeleton/bone_manager.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// Bones one below the other, the second of which may have a fixed axis and the third appends the second.
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
  return {model, std::vector<vec3>(4, vec3(0.0f)), std::vector<quat>(4, identity_rotation())};
}

TEST(PoseFromBones, GivesBackThePoseThatWasEvaluated) {
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

TEST(PoseFromBones, WhatTheEvaluatedPoseSaysStaysToTheBit) {
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

TEST(PoseFromBones, WhatHangsOnABoneWithAFixedAxisIsWhereItWas) {
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

TEST(PoseFromBones, ABoneWithoutKeysStaysAtRestAndCarriesTheOthersToWhereTheyWere) {
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

TEST(PoseFromBones, ABoneThatAppendsOneBelowItIsWhereItWas) {
  test::FileBuilder b;
  b.bone("a", -1, {0, 10, 0});
  b.bone("b", 0, {0, 8, 0});
  b.bone("c", 1, {0, 6, 1});
  b.append(0, 2, -0.5f);
  const auto model = b.model();
  const Turned wanted(model, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                      {{0.8f, 0.6f, 0, 0}, {0.8f, 0, 0, 0.6f}, {0.6f, 0, 0.8f, 0}});
  Turned found(model, std::vector<vec3>(3, vec3(0.0f)), std::vector<quat>(3, identity_rotation()));
  PoseFromBones solver(model->skeleton, {1, 1, 1});
  solver.solve(wanted.bones.palette(), {}, found.translation, found.rotation);
  found.evaluate();
  for (std::int32_t i = 0; i < 3; ++i)
    EXPECT_LT(glm::length(found.bones.position(i) - wanted.bones.position(i)), 1e-5f) << i;
}

/// Of a model whose bone `top` appends one below it: whatever stands first in the file, a pose is found that
/// puts all where they were.
void expect_found(const std::shared_ptr<const Model>& model) {
  const std::size_t count = model->bone_count();
  std::vector<vec3> moved;
  std::vector<quat> turned;
  for (std::size_t i = 0; i < count; ++i) {
    moved.push_back(vec3(0.0f, 0.1f * static_cast<float>(i), 0.5f));
    turned.push_back(glm::normalize(quat(2.0f, static_cast<float>(i), 1.0f, -0.5f)));
  }
  const Turned wanted(model, moved, turned);
  Turned found(model, std::vector<vec3>(count, vec3(0.0f)), std::vector<quat>(count, identity_rotation()));
  PoseFromBones solver(model->skeleton, std::vector<std::uint8_t>(count, 1));
  solver.solve(wanted.bones.palette(), {}, found.translation, found.rotation);
  found.evaluate();
  for (std::size_t i = 0; i < count; ++i) {
    const auto bone = static_cast<std::int32_t>(i);
    EXPECT_LT(glm::length(found.bones.position(bone) - wanted.bones.position(bone)), 1e-4f) << i;
    EXPECT_LT(glm::length(translation_of(solver.reached()[i]) - translation_of(found.bones.palette()[i])),
              1e-4f)
        << i;
  }
}

TEST(PoseFromBones, ABoneMayAppendOneBelowItThatStandsBeforeItInTheFile) {
  test::FileBuilder b;
  b.bone("c", 1, {0, 6, 1});
  b.bone("b", 2, {0, 8, 0});
  b.bone("top", -1, {0, 10, 0});
  b.append(2, 0, -0.5f, pmx::bone_append_rotation | pmx::bone_append_translation);
  expect_found(b.model());
}

TEST(PoseFromBones, ABoneMayAppendOneBelowItThatAppendsAnother) {
  test::FileBuilder b;
  b.bone("below", 1, {0, 8, 0});
  b.bone("top", -1, {0, 10, 0});
  b.bone("last", 3, {1, 2, 0});
  b.bone("above last", -1, {1, 3, 0});
  b.append(0, 2, 0.5f);
  b.append(1, 0, -0.5f);
  b.append(3, 1, 1.0f);
  expect_found(b.model());
}

}  // namespace
}  // namespace mmd
