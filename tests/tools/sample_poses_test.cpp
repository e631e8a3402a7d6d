// The poses of the sample figure fit it and look the same however their legs are solved.

#include <algorithm>
#include <map>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pose/pose.h"
#include "scene/scene.h"
#include "tests/tools/sample_files.h"

namespace mmd::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> names{"bow",      "dance",   "jumping", "kick",    "peace",
                                     "pointing", "running", "singing", "sitting", "sleeping",
                                     "standing", "stretch", "walking"};

/// One actor for all tests: loading is the slow part.
Actor& figure() {
  static const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  static Actor actor(loaded.model, loaded.textures);
  return actor;
}

/// The figure in a pose, evaluated; diagnostics and names that it lacks fail the test.
std::vector<vec3> posed(const std::string& name, bool ik, bool append) {
  Actor& actor = figure();
  const auto pose = load_pose(samples() / "poses" / (name + ".vpd"));
  EXPECT_TRUE(pose) << name;
  if (!pose) return {};
  for (const Diagnostic& d : pose->diagnostics) ADD_FAILURE() << describe(d);
  actor.pose = Pose(actor.model());
  const UnmatchedNames unmatched = apply_vpd(pose->file, actor.model(), actor.pose);
  EXPECT_TRUE(unmatched.bones.empty() && unmatched.morphs.empty()) << name;
  actor.switches.ik = ik;
  actor.switches.append = append;
  actor.evaluate();
  const auto positions = actor.posed_positions();
  return {positions.begin(), positions.end()};
}

float largest_difference(const std::vector<vec3>& a, const std::vector<vec3>& b) {
  float largest = 0.0f;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, glm::length(a[i] - b[i]));
  return largest;
}

TEST(SamplePoses, AreThirteen) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(samples() / "poses"))
    found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, names);
}

class SamplePose : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Samples, SamplePose, testing::ValuesIn(names),
                         [](const auto& test) { return test.param; });

TEST_P(SamplePose, LooksTheSameWithAndWithoutIk) {
  const auto with = posed(GetParam(), true, true);
  for (const IkResult& r : figure().bones().ik_results()) EXPECT_LT(r.residual, 1e-3f);
  EXPECT_LT(largest_difference(with, posed(GetParam(), false, true)), 1e-3f);
}

TEST_P(SamplePose, StandsOnTheGround) {
  const auto positions = posed(GetParam(), true, true);
  ASSERT_FALSE(positions.empty());
  const float lowest = std::min_element(positions.begin(), positions.end(), [](const vec3& a, const vec3& b) {
                         return a.y < b.y;
                       })->y;
  if (GetParam() == "jumping") {
    EXPECT_GT(lowest, 1.0f);
  } else {
    EXPECT_NEAR(lowest, 0.0f, 0.08f);
  }
}

TEST(SamplePoses, ShowWhatAppendDoes) {
  std::size_t changed = 0;
  for (const std::string& name : names)
    if (largest_difference(posed(name, true, true), posed(name, true, false)) > 1.0f) ++changed;
  EXPECT_GE(changed, 4u);
}

TEST(SamplePoses, SomeHaveExpressions) {
  std::size_t with_morphs = 0;
  for (const std::string& name : names)
    with_morphs += load_pose(samples() / "poses" / (name + ".vpd"))->file.morphs.empty() ? 0 : 1;
  EXPECT_GE(with_morphs, 4u);
}

TEST(SampleFeatures, ThePoseMovesEveryExhibit) {
  const LoadedModel loaded = load_sample(samples() / "features/features.pmx");
  Actor actor(loaded.model, loaded.textures);
  const auto pose = load_pose(samples() / "features/features.vpd");
  ASSERT_TRUE(pose);
  const UnmatchedNames unmatched = apply_vpd(pose->file, actor.model(), actor.pose);
  EXPECT_TRUE(unmatched.bones.empty() && unmatched.morphs.empty());
  const std::vector<vec3> rest(loaded.model->vertices.position.begin(),
                               loaded.model->vertices.position.end());
  actor.evaluate();
  const auto moved = actor.posed_positions();
  // Bones that move a vertex of the rows of weights, append and IK, and those whose vertices went anywhere.
  std::map<std::uint32_t, float> travelled;
  const auto& indices = loaded.model->indices;
  const auto end = loaded.model->materials[3].first_index;
  for (std::uint32_t i = 0; i < end; ++i) {
    const std::uint32_t v = indices[i];
    float& most = travelled[loaded.model->vertices.bones[v][0]];
    most = std::max(most, glm::length(moved[v] - rest[v]));
  }
  for (const auto& [bone, distance] : travelled) {
    const std::string& name = loaded.model->skeleton.bones[bone].name;
    const bool is_foot =
        name == "BDEF1" || name == "BDEF2" || name == "BDEF4" || name == "SDEF" || name == "QDEF";
    if (!is_foot) {
      EXPECT_GT(distance, 0.1f) << name;
    }
  }
  EXPECT_GE(travelled.size(), 35u);
}

}  // namespace
}  // namespace mmd::test
