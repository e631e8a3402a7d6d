#include "base/rotations.h"

#include <limits>

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

}  // namespace
}  // namespace mmd
