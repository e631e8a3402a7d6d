#include "document/covering_camera.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

constexpr float aspect = 1.5f;

/// Where a point is in the picture: both within -1 and 1, if it is seen.
vec2 place(const Camera& camera, const vec3& point) {
  const vec3 p(view_matrix(camera) * vec4(point, 1.0f));
  const float t = std::tan(glm::radians(camera.fov_degrees) * 0.5f);
  const float depth = camera.orthographic ? camera.distance() : -p.z;
  return {p.x / (depth * t * aspect), p.y / (depth * t)};
}

std::vector<Camera> cameras_by_chance(bool orthographic, std::mt19937& random) {
  std::uniform_real_distribution<float> number(-10.0f, 10.0f);
  const auto any = [&] { return vec3(number(random), number(random), number(random)); };
  const vec3 back = any();
  std::vector<Camera> out(5);
  for (Camera& camera : out) {
    camera.target = any();
    camera.eye = camera.target + back * (1.5f + number(random) / 20.0f);
    camera.orthographic = orthographic;
  }
  return out;
}

TEST(CoveringCamera, SeesAllThatEachSeesAndTouchesTheirBorders) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const bool orthographic = round % 2 == 1;
    const auto cameras = cameras_by_chance(orthographic, random);
    const Camera all = covering_camera(cameras, aspect);
    EXPECT_EQ(all.orthographic, orthographic);
    float outermost = 0.0f;
    for (const Camera& camera : cameras) {
      const float t = std::tan(glm::radians(camera.fov_degrees) * 0.5f) * camera.distance();
      const mat4 view = view_matrix(camera);
      const vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
      for (const float x : {-1.0f, 1.0f})
        for (const float y : {-1.0f, 1.0f}) {
          const vec2 at = place(all, camera.target + x * t * aspect * right + y * t * up);
          EXPECT_LE(std::abs(at.x), 1.001f) << round;
          EXPECT_LE(std::abs(at.y), 1.001f) << round;
          outermost = std::max({outermost, std::abs(at.x), std::abs(at.y)});
        }
    }
    if (!orthographic) {
      EXPECT_GT(outermost, 0.999f) << "no farther away than it has to be, " << round;
    }
  }
}

TEST(CoveringCamera, OfOneIsThatOne) {
  std::mt19937 random(8);
  const auto cameras = cameras_by_chance(false, random);
  const Camera same = covering_camera(std::span(cameras).first(1), aspect);
  EXPECT_LT(glm::length(same.eye - cameras[0].eye), 1e-3f);
  EXPECT_LT(glm::length(same.target - cameras[0].target), 1e-3f);
}

}  // namespace
}  // namespace mmd
