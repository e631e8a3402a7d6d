#include <gtest/gtest.h>

#include "app/stage/redraw.h"

namespace mmd {
namespace {

TEST(DrawEffort, DriversOnTheCpuDrawMovingPicturesMoreCoarsely) {
  const DrawEffort rest = draw_effort(true, false, 4), moving = draw_effort(true, true, 4);
  EXPECT_EQ(rest.samples, 4);
  EXPECT_EQ(rest.self_shadow_size, 0) << "by the picture";
  EXPECT_EQ(moving.samples, 1);
  EXPECT_GT(moving.self_shadow_size, 0);
}

TEST(DrawEffort, OnHardwareNothingChanges) {
  for (const bool moving : {false, true}) {
    const DrawEffort effort = draw_effort(false, moving, 4);
    EXPECT_EQ(effort.samples, 0);
    EXPECT_EQ(effort.self_shadow_size, 0);
  }
}

}  // namespace
}  // namespace mmd
