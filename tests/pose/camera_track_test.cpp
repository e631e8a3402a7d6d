#include "pose/camera_track.h"

#include <limits>

#include <gtest/gtest.h>

namespace mmd {
namespace {

constexpr float degree = pi / 180.0f;

void expect_near(const vec3& a, const vec3& b, float tolerance = 1e-4f) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

vmd::CameraKey key_at(std::uint32_t frame, float distance = -45.0f, const vec3& target = {0, 10, 0},
                      const vec3& angles = vec3(0.0f), std::uint32_t fov = 30) {
  vmd::CameraKey key;
  key.frame = frame;
  key.distance = distance;
  key.target = target;
  key.angles = angles;
  key.fov_degrees = fov;
  for (std::size_t c = 0; c < 6; ++c) {
    key.interpolation[c * 4] = key.interpolation[c * 4 + 2] = 20;
    key.interpolation[c * 4 + 1] = key.interpolation[c * 4 + 3] = 107;
  }
  return key;
}

CameraTrack track_of(std::vector<vmd::CameraKey> keys) {
  vmd::File file = vmd::empty_file("camera");
  file.cameras = std::move(keys);
  Repairs repairs;
  return CameraTrack(file, repairs);
}

TEST(CameraTrack, MatchesMmdsStartCamera) {
  const CameraSample s = camera_from({0, 10, 0}, vec3(0.0f), -45.0f, 30.0f, true);
  expect_near(s.eye, {0, 10, 45});  // (0, 10, -45) in MMD's space
  expect_near(s.target, {0, 10, 0});
  expect_near(s.up, {0, 1, 0});
}

TEST(CameraTrack, AnglesRotateTheEyeAroundTheTarget) {
  // Positive angles of the file: X lowers the eye, Y moves it to +X, Z rolls the picture.
  expect_near(camera_from({}, {30 * degree, 0, 0}, -10.0f, 30.0f, true).eye, {0, -5, 8.660254f});
  expect_near(camera_from({}, {0, 90 * degree, 0}, -10.0f, 30.0f, true).eye, {10, 0, 0});
  const CameraSample rolled = camera_from({}, {0, 0, 90 * degree}, -10.0f, 30.0f, true);
  expect_near(rolled.eye, {0, 0, 10});
  expect_near(rolled.up, {1, 0, 0});
  // Roll first, then X, then Y.
  const CameraSample all = camera_from({}, {30 * degree, 90 * degree, 45 * degree}, -10.0f, 30.0f, true);
  expect_near(all.eye, {8.660254f, -5, 0});
  EXPECT_NEAR(glm::dot(all.up, all.eye), 0.0f, 1e-4f);
}

TEST(CameraTrack, PositiveDistanceKeepsTheViewDirection) {
  for (const float distance : {0.0f, 20.0f}) {
    const CameraSample s = camera_from({0, 10, 0}, vec3(0.0f), distance, 30.0f, true);
    expect_near(s.eye, {0, 10, -distance});
    expect_near(glm::normalize(s.target - s.eye), {0, 0, -1});
  }
}

TEST(CameraTrack, ChannelsFollowTheirCurves) {
  vmd::CameraKey last = key_at(10, -5.0f, {10, 20, 30}, {0, 1, 0}, 70);
  // Per channel x1, x2, y1, y2: not the order of bone keys.
  const std::uint8_t curve[4] = {10, 90, 0, 127};
  for (std::size_t i = 0; i < 4; ++i) last.interpolation[4 * 5 + i] = curve[i];
  const CameraTrack track = track_of({last, key_at(0)});
  EXPECT_EQ(track.last_frame(), 10u);
  const CameraSample s = track.sample(5.0);
  expect_near(s.target, {5, 15, -15});
  EXPECT_NEAR(glm::length(s.eye - s.target), 25.0f, 1e-4f);
  EXPECT_NEAR(s.fov_degrees, 30.0 + 40.0 * bezier_at({10, 0, 90, 127}, 0.5), 1e-4);
  expect_near(track.sample(0.0).eye, {0, 10, 45});
  expect_near(track.sample(-5.0).eye, {0, 10, 45});
  expect_near(track.sample(99.0).target, {10, 20, -30});
}

TEST(CameraTrack, KeysOnConsecutiveFramesAreACut) {
  const CameraTrack track = track_of({key_at(10, -45.0f), key_at(11, -5.0f)});
  EXPECT_NEAR(glm::length(track.sample(10.9).eye - vec3(0, 10, 0)), 45.0f, 1e-4f);
  EXPECT_NEAR(glm::length(track.sample(11.0).eye - vec3(0, 10, 0)), 5.0f, 1e-4f);
}

TEST(CameraTrack, PerspectiveByteZeroIsPerspective) {
  vmd::CameraKey flat = key_at(5);
  flat.no_perspective = 1;
  const CameraTrack track = track_of({key_at(0), flat});
  EXPECT_TRUE(track.sample(4.0).perspective);
  EXPECT_FALSE(track.sample(5.0).perspective);
}

TEST(CameraTrack, DamagedKeysGiveFiniteCameras) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  vmd::CameraKey bad = key_at(5, infinity);
  EXPECT_TRUE(track_of({bad}).empty());
  const CameraTrack track =
      track_of({key_at(0, 1e9f, {1e9f, 0, 0}, vec3(1e5f), 0), bad, key_at(9, 0, {}, {}, 4000000000u)});
  for (const double frame : {0.0, 4.5, 9.0, std::nan(""), 1e300}) {
    const CameraSample s = track.sample(frame);
    EXPECT_TRUE(is_finite(s.eye) && is_finite(s.target) && is_finite(s.up));
    EXPECT_GE(s.fov_degrees, 1.0f);
    EXPECT_LE(s.fov_degrees, 170.0f);
  }
}

TEST(LightTrack, MirrorsAndInterpolatesLinearly) {
  vmd::File file = vmd::empty_file("m");
  file.lights.push_back({10, {1, 0, 0}, {0, -1, 1}});
  file.lights.push_back({0, {0, 1, 0}, {0, -1, 0}});
  Repairs repairs;
  const LightTrack track(file, repairs);
  expect_near(track.sample(5).colour, {0.5f, 0.5f, 0});
  expect_near(track.sample(5).direction, {0, -1, -0.5f});
  file.lights = {{0, {1, 1, 1}, {0, 0, 0}}};
  EXPECT_GT(glm::length(LightTrack(file, repairs).sample(0).direction), 0.5f);
}

TEST(SelfShadowTrack, ConvertsValueToDistance) {
  vmd::File file = vmd::empty_file("m");
  file.self_shadows.push_back({0, 1, 0.01125f});
  file.self_shadows.push_back({10, 2, 0.1f});
  Repairs repairs;
  const SelfShadowTrack track(file, repairs);
  EXPECT_EQ(track.sample(0).mode, 1);
  EXPECT_NEAR(track.sample(0).distance, 8875.0f, 0.1f);
  EXPECT_EQ(track.sample(9.9).mode, 1);
  EXPECT_NEAR(track.sample(5).distance, 4437.5f, 0.5f);
  EXPECT_EQ(track.sample(10).mode, 2);
}

}  // namespace
}  // namespace mmd
