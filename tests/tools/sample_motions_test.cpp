// The motions of the sample figure fit it, are smooth and end as they begin.

#include <algorithm>
#include <stdexcept>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pose/motion.h"
#include "scene/scene.h"
#include "tests/tools/sample_files.h"

namespace mmd::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t last_frame = 240;

/// One figure for all tests: loading is the slow part.
const LoadedModel& figure() {
  static const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  return loaded;
}

Motion load(const std::string& name) {
  const auto loaded = load_motion(samples() / "motions" / name);
  if (!loaded) throw std::runtime_error(describe(loaded.error()));
  for (const Diagnostic& d : loaded->diagnostics) ADD_FAILURE() << describe(d);
  Diagnostics found;
  Motion motion(loaded->file, *figure().model, found);
  for (const Diagnostic& d : found) ADD_FAILURE() << describe(d);
  EXPECT_TRUE(motion.unmatched().bones.empty() && motion.unmatched().morphs.empty());
  return motion;
}

class SampleSong : public testing::Test {
 protected:
  SampleSong() : actor(figure().model, figure().textures) {}
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

float largest_distance(const std::vector<vec3>& a, const std::vector<vec3>& b) {
  float largest = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, glm::distance(a[i], b[i]));
  return largest;
}

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

TEST_F(SampleSong, StandsOnTheGroundWithFeetThatDoNotSlide) {
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
