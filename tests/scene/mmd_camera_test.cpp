#include <gmock/gmock.h>

#include "scene/camera.h"

namespace mmd {
namespace {

void expect_near(const vec3& a, const vec3& b, float tolerance) {
  EXPECT_LT(glm::distance(a, b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " and " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(MmdCamera, TheStartCameraHasTheNumbersOfMikuMikuDance) {
  const MmdCamera camera = mmd_camera_from(Camera());
  expect_near(camera.target, vec3(0, 10, 0), 1e-5f);
  expect_near(camera.angles, vec3(0), 1e-4f);
  EXPECT_FLOAT_EQ(camera.distance, 45.0f);
  EXPECT_FLOAT_EQ(camera.fov_degrees, 30.0f);
  EXPECT_TRUE(camera.perspective);
}

TEST(MmdCamera, AnglesRaiseTheEyeAndTurnItToPlusX) {
  MmdCamera camera;
  camera.angles = vec3(30, 0, 0);
  EXPECT_NEAR(camera_from(camera).eye.y, 10.0f + 45.0f * 0.5f, 1e-3f);
  camera.angles = vec3(0, 90, 0);
  expect_near(camera_from(camera).eye, vec3(45, 10, 0), 1e-3f);
}

TEST(MmdCamera, GoesThereAndBack) {
  for (const vec3& angles : {vec3(0, 0, 0), vec3(20, -130, 0), vec3(-45, 170, 30), vec3(60, 10, -100),
                             vec3(89.9f, 0, 0), vec3(10, 20, 179)}) {
    MmdCamera camera{vec3(1, -2, 3), angles, 12.5f, 45.0f, false};
    const Camera made = camera_from(camera);
    const MmdCamera back = mmd_camera_from(made);
    expect_near(back.target, camera.target, 1e-3f);
    expect_near(back.angles, camera.angles, 0.05f);
    EXPECT_NEAR(back.distance, camera.distance, 1e-3f);
    EXPECT_EQ(back.fov_degrees, camera.fov_degrees);
    EXPECT_EQ(back.perspective, camera.perspective);
  }
}

TEST(MmdCamera, ThePictureStaysTheSame) {
  for (const View view : {View::mmd, View::top, View::left, View::three_quarter, View::back}) {
    const Camera camera = fitted_camera(view, {vec3(-3, 0, -1), vec3(2, 18, 4)}, 1.0f, 30.0f);
    const mat4 before = view_matrix(camera), after = view_matrix(camera_from(mmd_camera_from(camera)));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) EXPECT_NEAR(before[i][j], after[i][j], 2e-3f) << static_cast<int>(view);
  }
}

}  // namespace
}  // namespace mmd
