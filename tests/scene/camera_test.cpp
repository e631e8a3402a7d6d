#include "scene/camera.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace mmd {
namespace {

constexpr Bounds figure{{-4, 0, -1}, {4, 20, 2}};

std::vector<vec3> corners(const Bounds& b) {
  std::vector<vec3> out;
  for (int i = 0; i < 8; ++i)
    out.push_back({(i & 1) ? b.max.x : b.min.x, (i & 2) ? b.max.y : b.min.y, (i & 4) ? b.max.z : b.min.z});
  return out;
}

/// Normalised device coordinates.
vec3 project(const Camera& camera, float aspect, const Bounds& bounds, const vec3& p) {
  const vec4 clip = projection_matrix(camera, aspect, bounds) * view_matrix(camera) * vec4(p, 1.0f);
  return vec3(clip) / clip.w;
}

TEST(Camera, NamesAndViewsAgree) {
  for (const ViewName& n : view_names()) EXPECT_EQ(view_from_name(n.name), n.view);
  EXPECT_FALSE(view_from_name("sideways"));
  EXPECT_FALSE(view_from_name(""));
  EXPECT_FALSE(view_from_name("Front"));
}

TEST(Camera, EachViewShowsItsSide) {
  // A point on each side of the figure; the one the view is named for is nearest. The model looks to +Z here
  // and has its left hand at +X.
  const vec3 c = figure.centre();
  const std::pair<View, vec3> cases[] = {{View::front, {0, 0, 1}}, {View::back, {0, 0, -1}},
                                         {View::left, {1, 0, 0}},  {View::right, {-1, 0, 0}},
                                         {View::top, {0, 1, 0}},   {View::fit, {0, 0, 1}}};
  for (const auto& [view, side] : cases) {
    const Camera camera = camera_for(view, figure, 1.0f, 30.0f);
    const vec3 towards = glm::normalize(camera.eye - camera.target);
    EXPECT_GT(glm::dot(towards, side), 0.999f);
    EXPECT_NEAR(glm::length(camera.target - c), 0.0f, 1e-4f);
  }
  const vec3 quarter = glm::normalize(camera_for(View::three_quarter, figure, 1.0f, 30.0f).eye - c);
  EXPECT_GT(quarter.z, 0.5f);
  EXPECT_GT(std::abs(quarter.x), 0.3f);
}

TEST(Camera, FrontShowsTheModelsLeftHandOnTheRightOfThePicture) {
  const Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  EXPECT_GT(project(camera, 1.0f, figure, {4, 10, 0}).x, 0.0f);
  EXPECT_LT(project(camera_for(View::back, figure, 1.0f, 30.0f), 1.0f, figure, {4, 10, 0}).x, 0.0f);
}

TEST(Camera, TopShowsTheFaceSideAtTheBottom) {
  const Camera camera = camera_for(View::top, figure, 1.0f, 30.0f);
  EXPECT_LT(project(camera, 1.0f, figure, {0, 20, 2}).y, project(camera, 1.0f, figure, {0, 20, -1}).y);
  EXPECT_GT(project(camera, 1.0f, figure, {4, 20, 0}).x, 0.0f);
}

TEST(Camera, FitHoldsEveryCornerAndFillsHeightOrWidth) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> place(-30.0f, 30.0f), size(0.01f, 20.0f);
  for (int round = 0; round < 300; ++round) {
    Bounds b;
    b.min = {place(random), place(random), place(random)};
    b.max = b.min + vec3(size(random), size(random), size(random));
    const float aspect = round % 3 == 0 ? 1.0f : round % 3 == 1 ? 0.4f : 2.5f;
    const float fov = round % 2 == 0 ? 30.0f : 90.0f;
    for (const View view :
         {View::fit, View::front, View::back, View::left, View::right, View::top, View::three_quarter}) {
      for (const bool ortho : {false, true}) {
        Camera camera = camera_for(view, b, aspect, fov);
        camera.orthographic = ortho;
        float farthest = 0.0f;
        for (const vec3& p : corners(b)) {
          const vec3 n = project(camera, aspect, b, p);
          ASSERT_LE(std::max(std::abs(n.x), std::abs(n.y)), 1.0001f);
          ASSERT_LE(std::abs(n.z), 1.0001f) << "inside near and far";
          farthest = std::max({farthest, std::abs(n.x), std::abs(n.y)});
        }
        if (!ortho) {
          ASSERT_GT(farthest, 0.9f) << "fills the picture";
        }
      }
    }
  }
}

TEST(Camera, FitFillsTheHeightOfATallFigure) {
  const Camera camera = camera_for(View::fit, figure, 1.0f, 30.0f);
  float top = -2, bottom = 2;
  for (const vec3& p : corners(figure)) {
    const float y = project(camera, 1.0f, figure, p).y;
    top = std::max(top, y);
    bottom = std::min(bottom, y);
  }
  EXPECT_GT(top - bottom, 1.8f);
}

TEST(Camera, FaceAndBustLookAtTheHead) {
  const vec3 head(0.5f, 17, 0);
  const auto around = [&](View view) {
    return camera_for(view, figure, 1.0f, 30.0f, corners_of(around_head(view, figure, head)));
  };
  const Camera face = around(View::face), bust = around(View::bust);
  const vec3 in_face = project(face, 1.0f, figure, head + vec3(0, 0.5f, 0));
  EXPECT_LT(std::abs(in_face.x), 0.5f);
  EXPECT_LT(std::abs(in_face.y), 1.0f);
  EXPECT_LT(face.distance(), bust.distance());
  EXPECT_LT(bust.distance(), camera_for(View::fit, figure, 1.0f, 30.0f).distance());
  EXPECT_LE(project(face, 1.0f, figure, {0, 20, 0}).y, 1.0f) << "the top of the head is in the picture";
}

TEST(Camera, MmdIsItsStartCameraWhateverTheModel) {
  const Camera camera = camera_for(View::mmd, figure, 1.0f, 30.0f);
  EXPECT_EQ(camera.eye, vec3(0, 10, 45));
  EXPECT_EQ(camera.target, vec3(0, 10, 0));
}

TEST(Camera, AFlatOrEmptyModelGivesAUsableCamera) {
  for (const Bounds& b : {Bounds{}, Bounds{{1, 1, 1}, {1, 1, 1}}, Bounds{{0, 0, 0}, {0, 5, 0}}}) {
    for (const ViewName& n : view_names()) {
      const Camera camera = camera_for(n.view, b, 1.0f, 30.0f);
      EXPECT_GT(camera.distance(), 0.0f) << n.name;
      const mat4 m = projection_matrix(camera, 1.0f, b) * view_matrix(camera);
      for (int c = 0; c < 4; ++c) EXPECT_TRUE(is_finite(m[c])) << n.name;
    }
  }
}

TEST(Camera, OrbitKeepsTargetAndDistanceAndStopsBeforeThePoles) {
  Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  const float distance = camera.distance();
  const vec3 target = camera.target;
  std::mt19937 random(4);
  std::uniform_real_distribution<float> step(-2.0f, 2.0f);
  for (int i = 0; i < 500; ++i) {
    orbit(camera, step(random), step(random));
    EXPECT_NEAR(camera.distance(), distance, distance * 1e-4f);
    EXPECT_EQ(camera.target, target);
    const float up = (camera.eye - target).y / distance;
    EXPECT_LT(std::abs(up), 0.99999f);
  }
}

TEST(Camera, OrbitThereAndBackAndToTheRight) {
  Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  const vec3 eye = camera.eye;
  orbit(camera, 0.5f, 0.25f);
  EXPECT_GT(camera.eye.x, eye.x) << "positive yaw: the eye moves to its right";
  EXPECT_GT(camera.eye.y, eye.y) << "positive pitch: up";
  orbit(camera, -0.5f, -0.25f);
  EXPECT_NEAR(glm::length(camera.eye - eye), 0.0f, 1e-3f);
}

TEST(Camera, OrbitLeavesTheTopViewUsable) {
  Camera camera = camera_for(View::top, figure, 1.0f, 30.0f);
  orbit(camera, 0.3f, -0.1f);
  EXPECT_TRUE(is_finite(camera.eye));
  EXPECT_NE(camera.eye.z, camera.target.z);
}

TEST(Camera, PanMovesThePictureByItsHeight) {
  Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  const Camera before = camera;
  pan(camera, {0.0f, 0.5f});
  EXPECT_NEAR(camera.distance(), before.distance(), 1e-3f);
  EXPECT_NEAR(project(camera, 1.0f, figure, before.target).y, -1.0f, 1e-4f)
      << "half a height is one to the edge";
  pan(camera, {0.0f, -0.5f});
  EXPECT_NEAR(glm::length(camera.eye - before.eye), 0.0f, 1e-3f);
}

TEST(Camera, ZoomScalesTheDistanceAndStaysPositive) {
  Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  const Camera before = camera;
  zoom(camera, 0.5f);
  EXPECT_NEAR(camera.distance(), before.distance() / 2, 1e-3f);
  EXPECT_EQ(camera.target, before.target);
  zoom(camera, 2.0f);
  EXPECT_NEAR(glm::length(camera.eye - before.eye), 0.0f, 1e-3f);
  for (int i = 0; i < 200; ++i) zoom(camera, 0.1f);
  EXPECT_GT(camera.distance(), 0.0f);
  EXPECT_GT(camera.eye.z, camera.target.z);
  for (int i = 0; i < 200; ++i) zoom(camera, 10.0f);
  EXPECT_TRUE(is_finite(camera.eye));
}

TEST(Camera, WhatIsZoomedToStaysWhereItIsInThePicture) {
  for (const bool orthographic : {false, true}) {
    Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
    camera.orthographic = orthographic;
    const vec2 about(0.3f, -0.2f);
    Camera moved = camera;
    pan(moved, about);
    const vec3 there = moved.target;  // in the plane of the target
    const vec3 before = project(camera, 1.0f, figure, there);
    for (const float factor : {0.5f, 0.7f, 3.0f}) {
      zoom(camera, factor, about);
      const vec3 after = project(camera, 1.0f, figure, there);
      EXPECT_NEAR(after.x, before.x, 1e-3f);
      EXPECT_NEAR(after.y, before.y, 1e-3f);
    }
  }
}

TEST(Camera, OrthographicIsAsHighAsPerspectiveAtTheTarget) {
  Camera camera = camera_for(View::front, figure, 1.0f, 30.0f);
  const vec3 p = camera.target + vec3(1, 3, 0);
  const vec3 a = project(camera, 1.5f, figure, p);
  camera.orthographic = true;
  const vec3 b = project(camera, 1.5f, figure, p);
  EXPECT_NEAR(a.x, b.x, 1e-4f);
  EXPECT_NEAR(a.y, b.y, 1e-4f);
}

TEST(Camera, NearAndFarHoldTheModelFromAnywhere) {
  Camera camera;
  std::mt19937 random(9);
  std::uniform_real_distribution<float> place(-60.0f, 60.0f);
  for (int i = 0; i < 300; ++i) {
    camera.eye = {place(random), place(random), place(random)};
    camera.target = figure.centre();
    camera.orthographic = i % 2 == 1;
    const mat4 m = projection_matrix(camera, 1.0f, figure) * view_matrix(camera);
    for (const vec3& p : corners(figure)) {
      const vec4 clip = m * vec4(p, 1.0f);
      if (clip.w < 0.2f) continue;  // behind the eye, or nearer than the near plane may come
      EXPECT_LE(std::abs(clip.z / clip.w), 1.0001f);
    }
  }
}

}  // namespace
}  // namespace mmd
