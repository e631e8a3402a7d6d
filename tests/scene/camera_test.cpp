#include "scene/camera.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gmock/gmock.h>

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
  // Each view has its own side nearest. The model looks to +Z; its left hand is at +X.
  const vec3 c = figure.centre();
  const std::pair<View, vec3> cases[] = {{View::front, {0, 0, 1}}, {View::back, {0, 0, -1}},
                                         {View::left, {1, 0, 0}},  {View::right, {-1, 0, 0}},
                                         {View::top, {0, 1, 0}},   {View::fit, {0, 0, 1}}};
  for (const auto& [view, side] : cases) {
    const Camera camera = fitted_camera(view, figure, 1.0f, 30.0f);
    const vec3 towards = glm::normalize(camera.eye - camera.target);
    EXPECT_GT(glm::dot(towards, side), 0.999f);
    EXPECT_NEAR(glm::length(camera.target - c), 0.0f, 1e-4f);
  }
  const vec3 quarter = glm::normalize(fitted_camera(View::three_quarter, figure, 1.0f, 30.0f).eye - c);
  EXPECT_GT(quarter.z, 0.5f);
  EXPECT_GT(std::abs(quarter.x), 0.3f);
}

TEST(Camera, FrontAndTopFaceTheRightWay) {
  const Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
  EXPECT_GT(project(camera, 1.0f, figure, {4, 10, 0}).x, 0.0f);
  EXPECT_LT(project(fitted_camera(View::back, figure, 1.0f, 30.0f), 1.0f, figure, {4, 10, 0}).x, 0.0f);
  const Camera top = fitted_camera(View::top, figure, 1.0f, 30.0f);
  EXPECT_LT(project(top, 1.0f, figure, {0, 20, 2}).y, project(top, 1.0f, figure, {0, 20, -1}).y);
  EXPECT_GT(project(top, 1.0f, figure, {4, 20, 0}).x, 0.0f);
}

TEST(Camera, FitContainsEveryCornerAndFillsThePicture) {
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
        Camera camera = fitted_camera(view, b, aspect, fov);
        camera.orthographic = ortho;
        float farthest = 0.0f;
        for (const vec3& p : corners(b)) {
          const vec3 n = project(camera, aspect, b, p);
          ASSERT_LE(std::max(std::abs(n.x), std::abs(n.y)), 1.0001f);
          ASSERT_LE(std::abs(n.z), 1.0001f) << "inside near and far";
          farthest = std::max({farthest, std::abs(n.x), std::abs(n.y)});
        }
        const vec3 ahead = glm::normalize(camera.target - camera.eye);
        float nearest = 1e9f;
        for (const vec3& p : corners(b)) nearest = std::min(nearest, glm::dot(p - camera.eye, ahead));
        // Nearer corners must stay behind the near plane.
        if (!ortho && nearest > 0.51f) {
          ASSERT_GT(farthest, 0.9f) << "fills the picture";
        }
      }
    }
  }
}

TEST(Camera, FaceAndBustLookAtTheHead) {
  const vec3 head(0.5f, 17, 0);
  const auto around = [&](View view) {
    return fitted_camera(view, figure, 1.0f, 30.0f, corners_of(around_head(view, figure, head)));
  };
  const Camera face = around(View::face), bust = around(View::bust);
  const vec3 in_face = project(face, 1.0f, figure, head + vec3(0, 0.5f, 0));
  EXPECT_LT(std::abs(in_face.x), 0.5f);
  EXPECT_LT(std::abs(in_face.y), 1.0f);
  EXPECT_LT(face.distance(), bust.distance());
  EXPECT_LT(bust.distance(), fitted_camera(View::fit, figure, 1.0f, 30.0f).distance());
  EXPECT_LE(project(face, 1.0f, figure, {0, 20, 0}).y, 1.0f) << "the top of the head is in the picture";
}

TEST(Camera, MmdViewIsMmdsStartCamera) {
  const Camera camera = fitted_camera(View::mmd, figure, 1.0f, 30.0f);
  EXPECT_EQ(camera.eye, vec3(0, 10, 45));
  EXPECT_EQ(camera.target, vec3(0, 10, 0));
}

TEST(Camera, OrbitKeepsDistanceAndStopsBeforeThePoles) {
  Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
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

TEST(Camera, OrbitIsReversible) {
  Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
  const vec3 eye = camera.eye;
  orbit(camera, 0.5f, 0.25f);
  EXPECT_GT(camera.eye.x, eye.x) << "positive yaw moves the eye to the right";
  EXPECT_GT(camera.eye.y, eye.y) << "positive pitch: up";
  orbit(camera, -0.5f, -0.25f);
  EXPECT_NEAR(glm::length(camera.eye - eye), 0.0f, 1e-3f);
}

TEST(Camera, OrbitLeavesTheTopView) {
  Camera camera = fitted_camera(View::top, figure, 1.0f, 30.0f);
  orbit(camera, 0.3f, -0.1f);
  EXPECT_TRUE(is_finite(camera.eye));
  EXPECT_NE(camera.eye.z, camera.target.z);
}

TEST(Camera, PanMovesThePictureByItsHeight) {
  Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
  const Camera before = camera;
  pan(camera, {0.0f, 0.5f});
  EXPECT_NEAR(camera.distance(), before.distance(), 1e-3f);
  EXPECT_NEAR(project(camera, 1.0f, figure, before.target).y, -1.0f, 1e-4f)
      << "half the height is the distance to the edge";
  pan(camera, {0.0f, -0.5f});
  EXPECT_NEAR(glm::length(camera.eye - before.eye), 0.0f, 1e-3f);
}

TEST(Camera, ZoomScalesTheDistanceAndStaysPositive) {
  Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
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

TEST(Camera, ZoomKeepsThePointerOverItsPoint) {
  for (const bool orthographic : {false, true}) {
    Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
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

TEST(Camera, OrthographicMatchesPerspectiveAtTheTarget) {
  Camera camera = fitted_camera(View::front, figure, 1.0f, 30.0f);
  const vec3 p = camera.target + vec3(1, 3, 0);
  const vec3 a = project(camera, 1.5f, figure, p);
  camera.orthographic = true;
  const vec3 b = project(camera, 1.5f, figure, p);
  EXPECT_NEAR(a.x, b.x, 1e-4f);
  EXPECT_NEAR(a.y, b.y, 1e-4f);
}

TEST(Camera, NearAndFarContainTheModel) {
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
      if (clip.w < 0.2f) continue;  // behind the eye, or nearer than the smallest near plane
      EXPECT_LE(std::abs(clip.z / clip.w), 1.0001f);
    }
  }
}

/// Units per step of a 24-bit depth buffer at this depth.
double depth_step(const Camera& camera, const Bounds& bounds, float depth) {
  const mat4 projection = projection_matrix(camera, 1.0f, bounds);
  const auto stored = [&](double z) {
    const double clip = double{projection[2][2]} * -z + double{projection[3][2]};
    return clip / (double{projection[2][3]} * -z + double{projection[3][3]});
  };
  const double slope = (stored(depth + 0.01) - stored(depth - 0.01)) / 0.02;
  return 2.0 / (16777215.0 * slope);
}

TEST(Camera, NearPlaneKeepsDepthPrecise) {
  for (const float size : {1.0f, 100.0f, 1e4f, 1e6f}) {
    const Bounds stage{vec3(-size), vec3(size)};
    for (const float distance : {0.2f, 1.0f, 9.0f, 45.0f, 400.0f}) {
      Camera camera;
      camera.eye = vec3(0, 0, distance);
      camera.target = vec3(0.0f);
      const float least = std::min(0.5f, 0.05f * distance);
      EXPECT_LE(project(camera, 1.0f, stage, vec3(0, 0, distance - least * 0.99f)).z, -1.0f);
      EXPECT_GE(project(camera, 1.0f, stage, vec3(0.0f)).z, -1.0f);
      EXPECT_LT(depth_step(camera, stage, distance), distance < 10   ? 1e-4
                                                     : distance < 50 ? 1e-3
                                                                     : 0.03)
          << size << ' ' << distance;
      camera.orthographic = true;
      EXPECT_LT(depth_step(camera, stage, distance), std::max(0.002f, distance * 1e-4f))
          << size << ' ' << distance;
    }
  }
}

TEST(Camera, DrawsObjectsFarBeyondTheBounds) {
  const Camera camera = fitted_camera(View::fit, figure, 1.0f, 30.0f);
  EXPECT_LT(project(camera, 1.0f, figure, {0, 10, -9e4f}).z, 1.0f) << "a sky that the bounds ignore";
}

TEST(Camera, AnyBoundsGiveFiniteMatrices) {
  for (const float far_out : {1e5f, 1e9f, 1e18f, 1e30f}) {
    for (const Bounds& b : {Bounds{vec3(-1), vec3(far_out)}, Bounds{vec3(-far_out), vec3(far_out)},
                            Bounds{vec3(far_out), vec3(far_out)}, Bounds{}, Bounds{{1, 1, 1}, {1, 1, 1}},
                            Bounds{{0, 0, 0}, {0, 5, 0}}}) {
      for (const ViewName& n : view_names()) {
        for (const bool orthographic : {false, true}) {
          Camera camera = fitted_camera(n.view, b, 1.0f, 30.0f);
          EXPECT_GT(camera.distance(), 0.0f) << n.name;
          camera.orthographic = orthographic;
          const mat4 m = projection_matrix(camera, 1.0f, b) * view_matrix(camera);
          for (int c = 0; c < 4; ++c) EXPECT_TRUE(is_finite(m[c])) << n.name << ' ' << far_out;
        }
      }
    }
  }
}

TEST(Camera, TheGroundShadowMovesNoView) {
  const std::vector<vec3> shadow{{-200, 0, -20}, {0, 0, 1}, {3, 0, 0}};
  for (const View view : {View::fit, View::front, View::left, View::back, View::three_quarter, View::face})
    for (const float aspect : {0.3f, 0.5f, 1.0f, 2.0f}) {
      const Camera without = fitted_camera(view, figure, aspect, 30.0f);
      const Camera with = fitted_camera(view, figure, aspect, 30.0f, {}, shadow);
      EXPECT_EQ(with.eye, without.eye);
      EXPECT_EQ(with.target, without.target);
    }
}

TEST(Camera, AFittedBodyStandsInTheMiddle) {
  for (const View view : {View::fit, View::front, View::left, View::three_quarter})
    for (const float aspect : {0.3f, 0.5f, 1.0f, 2.0f}) {
      const Camera camera = fitted_camera(view, figure, aspect, 30.0f);
      float left = 1.0f, right = -1.0f;
      for (const vec3& p : corners(figure)) {
        const float x = project(camera, aspect, figure, p).x;
        left = std::min(left, x);
        right = std::max(right, x);
      }
      const float tolerance = view == View::three_quarter ? 0.06f : 1e-3f;  // its near side is larger
      EXPECT_NEAR(left, -right, tolerance) << aspect;
    }
}

TEST(Camera, AShadowFadesWhereItLeavesThePicture) {
  const std::vector<vec3> shadow{{-200, 0, -20}, {0, 0, 1}, {3, 0, 0}};
  const Camera camera = fitted_camera(View::fit, figure, 1.0f, 30.0f, {}, shadow);
  EXPECT_GT(camera.shadow_fade[0], 0.1f);
  EXPECT_EQ(vec3(camera.shadow_fade[1], camera.shadow_fade[2], camera.shadow_fade[3]), vec3(0.0f));
  Camera moved = camera;
  orbit(moved, 0.1f, 0.0f);
  EXPECT_EQ(moved.shadow_fade, vec4(0.0f));
}

TEST(Camera, AShadowWithinThePictureDoesNotFade) {
  const std::vector<vec3> shadow{{-8, 0, -8}, {0, 0, 1}, {3, 0, 0}};
  EXPECT_EQ(fitted_camera(View::fit, figure, 1.0f, 30.0f, {}, shadow).shadow_fade, vec4(0.0f));
}

void expect_close(const vec3& a, const vec3& b, float tolerance) {
  EXPECT_LT(glm::distance(a, b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " and " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(MmdCamera, StartCameraMatchesMmd) {
  const MmdCamera camera = mmd_camera_from(Camera());
  expect_close(camera.target, vec3(0, 10, 0), 1e-5f);
  expect_close(camera.angles, vec3(0), 1e-4f);
  EXPECT_FLOAT_EQ(camera.distance, 45.0f);
  EXPECT_FLOAT_EQ(camera.fov_degrees, 30.0f);
  EXPECT_TRUE(camera.perspective);
}

TEST(MmdCamera, AnglesRaiseTheEyeAndRotateItToPlusX) {
  MmdCamera camera;
  camera.angles = vec3(30, 0, 0);
  EXPECT_NEAR(camera_from(camera).eye.y, 10.0f + 45.0f * 0.5f, 1e-3f);
  camera.angles = vec3(0, 90, 0);
  expect_close(camera_from(camera).eye, vec3(45, 10, 0), 1e-3f);
}

TEST(MmdCamera, RoundTrips) {
  for (const vec3& angles : {vec3(0, 0, 0), vec3(20, -130, 0), vec3(-45, 170, 30), vec3(60, 10, -100),
                             vec3(89.9f, 0, 0), vec3(10, 20, 179)}) {
    MmdCamera camera{vec3(1, -2, 3), angles, 12.5f, 45.0f, false};
    const Camera made = camera_from(camera);
    const MmdCamera back = mmd_camera_from(made);
    expect_close(back.target, camera.target, 1e-3f);
    expect_close(back.angles, camera.angles, 0.05f);
    EXPECT_NEAR(back.distance, camera.distance, 1e-3f);
    EXPECT_EQ(back.fov_degrees, camera.fov_degrees);
    EXPECT_EQ(back.perspective, camera.perspective);
  }
}

TEST(MmdCamera, RoundTripKeepsThePicture) {
  for (const View view : {View::mmd, View::top, View::left, View::three_quarter, View::back}) {
    const Camera camera = fitted_camera(view, {vec3(-3, 0, -1), vec3(2, 18, 4)}, 1.0f, 30.0f);
    const mat4 before = view_matrix(camera), after = view_matrix(camera_from(mmd_camera_from(camera)));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) EXPECT_NEAR(before[i][j], after[i][j], 2e-3f) << static_cast<int>(view);
  }
}

}  // namespace
}  // namespace mmd
