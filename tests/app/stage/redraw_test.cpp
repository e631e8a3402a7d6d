#include "app/stage/redraw.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Redraws, PanelsNeedMoreFramesThanAPicture) {
  const auto count = [](Redraw& redraw) {
    int frames = 0;
    for (; redraw.wanted(); ++frames) redraw.begin_frame();
    return frames;
  };
  Redraw redraw;
  const int at_first = count(redraw);
  EXPECT_GT(at_first, 1);
  redraw.picture();
  redraw.picture();
  EXPECT_EQ(count(redraw), 1);
  redraw.panels();
  redraw.picture();
  EXPECT_EQ(count(redraw), at_first);
}

TEST(OneShotTimer, EndsOnceAndNotBeforeItsTime) {
  OneShotTimer lapse;
  EXPECT_FALSE(lapse.ends(5.0));
  lapse.start(10.0, 2.0);
  EXPECT_TRUE(lapse.runs());
  EXPECT_FALSE(lapse.ends(11.9));
  EXPECT_TRUE(lapse.ends(12.0));
  EXPECT_FALSE(lapse.runs());
  EXPECT_FALSE(lapse.ends(13.0));
  lapse.start(20.0, 2.0);
  lapse.start(21.0, 2.0);
  EXPECT_FALSE(lapse.ends(22.5)) << "started again";
  lapse.stop();
  EXPECT_FALSE(lapse.ends(30.0));
}

TEST(OneShotTimer, LimitsTheWait) {
  OneShotTimer lapse;
  EXPECT_EQ(lapse.wait(0.0, -1), -1);
  EXPECT_EQ(lapse.wait(0.0, 7), 7);
  lapse.start(10.0, 0.25);
  EXPECT_EQ(lapse.wait(10.0, -1), 250);
  EXPECT_EQ(lapse.wait(10.0, 7), 7);
  EXPECT_EQ(lapse.wait(10.2499, -1), 1) << "rounded up: what comes too early would wait again and again";
  EXPECT_EQ(lapse.wait(11.0, -1), 0);
}

TEST(DrawEffort, IsReducedForMovingPicturesOnTheCpu) {
  const DrawEffort rest = draw_effort(true, false, 4), moving = draw_effort(true, true, 4);
  EXPECT_EQ(rest.samples, 4);
  EXPECT_EQ(rest.self_shadow_size, 0) << "by the picture";
  EXPECT_EQ(moving.samples, 1);
  EXPECT_GT(moving.self_shadow_size, 0);
  for (const bool moves : {false, true}) {
    const DrawEffort on_hardware = draw_effort(false, moves, 4);
    EXPECT_EQ(on_hardware.samples, 0);
    EXPECT_EQ(on_hardware.self_shadow_size, 0);
  }
}

}  // namespace
}  // namespace mmd
