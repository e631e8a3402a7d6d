// The poses and motions of the sample figure fit it. Poses look the same with and without IK; motions are
// smooth and end as they begin.

#include <algorithm>
#include <map>
#include <stdexcept>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pose/motion.h"
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

/// Vertex positions of the figure in a pose. Diagnostics and unknown names fail the test.
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

TEST(SamplePoses, AreTheListedThirteen) {
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
  EXPECT_LT(largest_distance(with, posed(GetParam(), false, true)), 1e-3f);
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

TEST(SamplePoses, ShowTheEffectOfAppend) {
  std::size_t changed = 0;
  for (const std::string& name : names)
    if (largest_distance(posed(name, true, true), posed(name, true, false)) > 1.0f) ++changed;
  EXPECT_GE(changed, 4u);
}

TEST(SamplePoses, IncludeExpressions) {
  std::size_t with_morphs = 0;
  for (const std::string& name : names)
    with_morphs += load_pose(samples() / "poses" / (name + ".vpd"))->file.morphs.empty() ? 0 : 1;
  EXPECT_GE(with_morphs, 4u);
}

TEST(SampleFeatures, PoseMovesEveryExhibit) {
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
  // Bones of the exhibits of weights, append and IK, with the largest distance that their vertices moved.
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
    static const std::set<std::string> feet{"BDEF1", "BDEF2", "BDEF4", "SDEF", "QDEF"};
    if (!feet.contains(name)) {
      EXPECT_GT(distance, 0.1f) << name;
    }
  }
  EXPECT_GE(travelled.size(), 35u);
}

constexpr std::uint32_t last_frame = 240;

Motion load(const std::string& name) {
  const auto loaded = load_motion(samples() / "motions" / name);
  if (!loaded) throw std::runtime_error(describe(loaded.error()));
  for (const Diagnostic& d : loaded->diagnostics) ADD_FAILURE() << describe(d);
  Diagnostics found;
  Motion motion(loaded->file, *figure().shared_model(), found);
  for (const Diagnostic& d : found) ADD_FAILURE() << describe(d);
  EXPECT_TRUE(motion.unmatched().bones.empty() && motion.unmatched().morphs.empty());
  return motion;
}

class SampleSong : public testing::Test {
 protected:
  SampleSong() : actor(figure().shared_model(), figure().shared_textures()) {}
  void go_to(double frame) {
    actor.pose = Pose(actor.model());
    song.sample(frame, actor.pose);
    actor.evaluate();
  }
  std::vector<vec3> positions_at(double frame) {
    go_to(frame);
    const auto positions = actor.posed_positions();
    return {positions.begin(), positions.end()};
  }
  vec3 position_of(const char* bone) const {
    const std::int32_t index = actor.model().find_bone(bone);
    EXPECT_NE(index, none) << bone;
    return actor.bones().position(index);
  }

  const Motion song = load("song.vmd");
  Actor actor;
};

TEST_F(SampleSong, EndsAsItBegins) {
  EXPECT_EQ(song.last_frame(), last_frame);
  EXPECT_LT(largest_distance(positions_at(0), positions_at(last_frame)), 1e-3f);
  go_to(0);
  const auto weights = actor.pose.morph_weights;
  go_to(last_frame);
  EXPECT_EQ(actor.pose.morph_weights, weights);
}

TEST_F(SampleSong, HasNoJumps) {
  auto before = positions_at(0);
  float most = 0.0f;
  for (std::uint32_t frame = 1; frame <= last_frame; ++frame) {
    auto now = positions_at(frame);
    const float moved = largest_distance(before, now);
    EXPECT_LT(moved, 0.6f) << "frame " << frame;  // a hand that waves
    most = std::max(most, moved);
    before = std::move(now);
  }
  EXPECT_GT(most, 0.2f);
}

TEST_F(SampleSong, FeetStandOnTheGroundAndDoNotSlide) {
  go_to(0);
  const vec3 left = position_of("左足首");
  for (std::uint32_t frame = 0; frame < last_frame; frame += 5) {
    const auto positions = positions_at(frame);
    const auto lower = [](const vec3& a, const vec3& b) { return a.y < b.y; };
    EXPECT_NEAR(std::min_element(positions.begin(), positions.end(), lower)->y, 0.0f, 0.1f) << frame;
    EXPECT_LT(glm::distance(position_of("左足首"), left), 0.03f) << frame;
    for (const IkResult& r : actor.bones().ik_results()) EXPECT_LT(r.residual, 0.02f) << frame;
  }
}

TEST_F(SampleSong, KeepsTheMicrophoneAtTheMouth) {
  const auto to_hand = [&] {
    const Affine head = actor.bones().mconv(actor.model().find_bone("頭"));
    return glm::conjugate(rotation_of(head)) * (position_of("右手首") - position_of("頭"));
  };
  go_to(0);
  const vec3 first = to_hand();
  for (std::uint32_t frame = 0; frame < last_frame; frame += 5) {
    go_to(frame);
    EXPECT_LT(glm::distance(to_hand(), first), 0.4f) << frame;
  }
}

TEST_F(SampleSong, SingsAndBlinks) {
  const auto reaches = [&](const char* morph) {
    float most = 0.0f;
    for (std::uint32_t frame = 0; frame < last_frame; ++frame) {
      go_to(frame);
      most =
          std::max(most, actor.pose.morph_weights[static_cast<std::size_t>(actor.model().find_morph(morph))]);
    }
    return most;
  };
  for (const char* morph : {"あ", "い", "う", "お", "まばたき"}) EXPECT_GT(reaches(morph), 0.5f) << morph;
}

TEST(SampleCamera, MovesAndEndsAsItBegins) {
  const Motion motion = load("camera.vmd");
  EXPECT_TRUE(motion.bones().empty());
  EXPECT_EQ(motion.last_frame(), last_frame);
  ASSERT_FALSE(motion.camera().empty());
  const auto first = motion.camera().sample(0), middle = motion.camera().sample(110);
  EXPECT_EQ(first.eye, motion.camera().sample(last_frame).eye);
  EXPECT_LT(glm::distance(middle.eye, middle.target), glm::distance(first.eye, first.target));
}

}  // namespace
}  // namespace mmd::test
