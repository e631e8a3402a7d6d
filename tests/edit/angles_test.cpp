#include "edit/angles.h"

#include <random>

#include <gtest/gtest.h>

#include "base/handedness.h"

namespace mmd::edit {
namespace {

TEST(Angles, AnglesComeBackFromTheirRotation) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> all(-179.0f, 179.0f), half(-89.0f, 89.0f);
  for (int i = 0; i < 2000; ++i) {
    const vec3 degrees(half(random), all(random), all(random));
    const vec3 back = degrees_from_rotation(rotation_from_degrees(degrees));
    EXPECT_NEAR(glm::length(back - degrees), 0.0f, 2e-3f)
        << degrees.x << ' ' << degrees.y << ' ' << degrees.z;
  }
}

TEST(Angles, ARotationComesBackFromItsAnglesAtTheEndsToo) {
  for (const float x : {-90.0f, -89.9999f, 0.0f, 89.9999f, 90.0f}) {
    for (const float y : {-170.0f, 0.0f, 60.0f}) {
      const quat q = rotation_from_degrees({x, y, 35.0f});
      const quat back = rotation_from_degrees(degrees_from_rotation(q));
      EXPECT_NEAR(std::abs(glm::dot(q, back)), 1.0f, 1e-6f) << x << ' ' << y;
    }
  }
}

TEST(Angles, OneAngleTurnsAboutItsAxisOfMmdsSpace) {
  const quat x = mirror(rotation_from_degrees({90.0f, 0.0f, 0.0f}));
  EXPECT_NEAR(x.x, std::sqrt(0.5f), 1e-6f);
  const quat y = mirror(rotation_from_degrees({0.0f, 90.0f, 0.0f}));
  EXPECT_NEAR(y.y, std::sqrt(0.5f), 1e-6f);
  const quat z = mirror(rotation_from_degrees({0.0f, 0.0f, 90.0f}));
  EXPECT_NEAR(z.z, std::sqrt(0.5f), 1e-6f);
  EXPECT_EQ(degrees_from_rotation(identity_rotation()), vec3(0.0f));
}

}  // namespace
}  // namespace mmd::edit
