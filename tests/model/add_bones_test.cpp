#include "model/add_bones.h"

#include <filesystem>
#include <random>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "model/check_model.h"
#include "skeleton/bone_manager.h"
#include "skin/skinning.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// The classic bones of the upper body, with squares on arms and body.
test::FileBuilder classic() {
  test::FileBuilder b;
  const auto root = b.bone("センター", -1, {0, 8, 0});
  const auto upper = b.bone("上半身", root, {0, 12, 0}), lower = b.bone("下半身", root, {0, 12, 0});
  const auto neck = b.bone("首", upper, {0, 16, 0});
  b.square({0, 17, 0}, 1, neck);
  for (float y = 12.0f; y < 16.0f; y += 0.5f) b.square({0, y, 0}, 0.3f, upper);
  b.square({0, 11, 0}, 1, lower);
  for (const float side : {1.0f, -1.0f}) {
    const std::string name = side > 0 ? "左" : "右";
    const auto shoulder = b.bone(name + "肩", upper, {0.5f * side, 15, 0});
    const auto arm = b.bone(name + "腕", shoulder, {1 * side, 15, 0});
    const auto elbow = b.bone(name + "ひじ", arm, {3 * side, 14, 0});
    const auto wrist = b.bone(name + "手首", elbow, {5 * side, 13, 0});
    b.square({2 * side, 14.5f, 0}, 0.3f, arm);
    b.square({4 * side, 13.5f, 0}, 0.3f, elbow);
    b.square({6 * side, 12.5f, 0}, 0.3f, wrist);
    const auto leg = b.bone(name + "足", lower, {1 * side, 10, 0});
    const auto knee = b.bone(name + "ひざ", leg, {1 * side, 5, -0.1f});
    const auto ankle = b.bone(name + "足首", knee, {1 * side, 1, 0});
    const auto toe = b.bone(name + "つま先", ankle, {1 * side, 0, -1.5f});
    const auto goal = b.bone(name + "足ＩＫ", -1, {1 * side, 1, 0});
    b.ik(goal, ankle, {knee, leg});
    b.file.bones[static_cast<std::size_t>(goal)].ik.loop_count = 40;
    b.file.bones[static_cast<std::size_t>(goal)].ik.unit_angle = 2.0f;
    b.square({1 * side, 8, 0}, 0.5f, leg);
    b.square({1 * side, 3, 0}, 0.5f, knee);
    b.square({1 * side, 0.5f, -0.5f}, 0.5f, ankle);
    b.square({1 * side, 0, -1.5f}, 0.2f, toe);
  }
  b.material("肌");
  return b;
}

std::vector<std::string> all_addable() {
  const auto names = addable_bones();
  return {names.begin(), names.end()};
}

/// The vertices in a pose that turns the old bones by name.
std::vector<vec3> posed(const pmx::File& file, std::uint32_t seed) {
  const auto model = build_model(pmx::File(file)).model;
  const std::size_t count = model->bone_count();
  std::vector<vec3> translation(count, vec3(0.0f));
  std::vector<quat> rotation(count, identity_rotation());
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-0.4f, 0.4f);
  const pmx::File old_bones = classic().file;
  for (const pmx::Bone& bone : old_bones.bones) {
    const auto b = static_cast<std::size_t>(model->find_bone(old_bones.utf8(bone.name)));
    rotation[b] = glm::normalize(quat(1.0f, number(random), number(random), number(random)));
    if (bone.parent == -1) translation[b] = {number(random), number(random), number(random)};
  }
  BoneManager bones(skeleton_of(model));
  bones.evaluate({translation, rotation, {}, {}}, {});
  std::vector<vec3> out(model->vertices.size()), normals(out.size());
  skin_vertices(model->vertices, model->vertices.position, bones.palette(), out, normals);
  return out;
}

TEST(AddBones, KeepsTheLookOfPosesWithoutTheNewBones) {
  std::vector<std::vector<std::string>> choices = {all_addable()};
  for (const std::string& name : all_addable()) choices.push_back({name});
  for (const auto& names : choices) {
    pmx::File file = classic().file;
    EXPECT_TRUE(add_bones(file, names).warnings.empty() || names.size() == 1) << names.front();
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
      const std::vector<vec3> before = posed(classic().file, seed), after = posed(file, seed);
      float farthest = 0.0f;
      for (std::size_t v = 0; v < before.size(); ++v)
        farthest = std::max(farthest, glm::length(after[v] - before[v]));
      EXPECT_LT(farthest, 2e-4f) << names.front() << " of " << names.size();
    }
  }
}

TEST(AddBones, LeavesNothingForCheck) {
  pmx::File file = classic().file;
  EXPECT_EQ(add_bones(file, all_addable()).changes.size(), 2u + 3 + 1 + 2 * (4 + 4 + 2 + 3 + 1));
  const auto findings =
      check_model(std::move(file), [](const std::string&) { return std::nullopt; }).findings;
  EXPECT_EQ(findings.count(Severity::error) + findings.count(Severity::warning), 0u)
      << test::said(findings.list());
}

TEST(AddBones, AddsNoneThatTheModelHas) {
  pmx::File file = classic().file;
  add_bones(file, all_addable());
  const std::size_t bones = file.bones.size();
  EXPECT_TRUE(add_bones(file, all_addable()).changes.empty());
  EXPECT_EQ(file.bones.size(), bones);
}

TEST(AddBones, SaysWhatTheModelLacks) {
  test::FileBuilder b;
  b.bone("センター");
  const AddedBones added = add_bones(b.file, std::vector<std::string>{"上半身2"});
  EXPECT_TRUE(added.changes.empty());
  EXPECT_THAT(added.warnings.front().what,
              testing::HasSubstr("上半身2 was not added: the model lacks 上半身"));
}

TEST(AddBones, TurnsTheForearmByTheTwist) {
  pmx::File file = classic().file;
  add_bones(file, std::vector<std::string>{"腕捩"});
  const auto model = build_model(pmx::File(file)).model;
  const auto bone = [&](const char* name) {
    return model->skeleton.bones[static_cast<std::size_t>(model->find_bone(name))];
  };
  EXPECT_EQ(bone("左ひじ").parent, model->find_bone("左腕捩"));
  EXPECT_EQ(bone("左腕捩2").append.source, model->find_bone("左腕捩"));
  EXPECT_FLOAT_EQ(bone("左腕捩2").append.ratio, 0.5f);
  EXPECT_TRUE(bone("左腕捩").has_fixed_axis);
}

}  // namespace
}  // namespace mmd
