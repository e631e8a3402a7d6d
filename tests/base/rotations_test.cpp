#include "base/rotations.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(RotationFromFile, HasLengthOneInTheSameDirection) {
  EXPECT_EQ(rotation_from_file(vec4(0.0f, 3.0f, 0.0f, 4.0f)), quat(0.8f, 0.0f, 0.6f, 0.0f));
  EXPECT_EQ(rotation_from_file(vec4(-2e30f, 0.0f, 0.0f, 0.0f)), quat(0.0f, -1.0f, 0.0f, 0.0f));
  EXPECT_EQ(rotation_from_file(vec4(0.0f, 0.0f, 1e-10f, 0.0f)), quat(0.0f, 0.0f, 0.0f, 1.0f));
}

TEST(RotationFromFile, IsTheIdentityForZeroAndWhatIsNoNumber) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const vec4& stored : {vec4(0.0f), vec4(0.0f, 0.0f, 0.0f, 1e-20f), vec4(nan, 0.0f, 0.0f, 1.0f)})
    EXPECT_EQ(rotation_from_file(stored), identity_rotation());
}

TEST(UnitRoundingTo, IsOfLengthOneAndRoundsToTheFloats) {
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<double>(random() % 20001) / 10000.0 - 1.0; };
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    const vec4 q(glm::normalize(glm::dvec4(number(), number(), number(), number() + 2.0)));
    const auto exact = unit_rounding_to(q);
    if (!exact) continue;
    ++found;
    EXPECT_EQ(vec4(*exact), q);
    EXPECT_NEAR(glm::length(*exact), 1.0, 1e-15);
  }
  EXPECT_GE(found, 990);
  EXPECT_FALSE(unit_rounding_to(vec4(1.0f, 1.0f, 0.0f, 0.0f))) << "its length is not nearly 1";
}

}  // namespace
}  // namespace mmd
