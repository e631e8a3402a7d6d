#include "app/stage/playback.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace mmd {
namespace {

Playback playback_of(std::uint32_t last_frame) {
  Playback playback;
  playback.set_last_frame(last_frame);
  return playback;
}

TEST(Playback, GoesOnThirtyFramesASecondWhileItPlays) {
  Playback p = playback_of(300);
  p.advance(1000.0);
  EXPECT_EQ(p.frame(), 0.0) << "it does not play yet";
  p.play(1000.0);
  p.advance(1000.5);
  EXPECT_DOUBLE_EQ(p.frame(), 15.0);
  p.advance(1001.25);
  EXPECT_DOUBLE_EQ(p.frame(), 37.5);
  p.pause();
  p.advance(1005.0);
  EXPECT_DOUBLE_EQ(p.frame(), 37.5);
}

TEST(Playback, ThePauseIsNotMadeUpFor) {
  Playback p = playback_of(300);
  p.play(0.0);
  p.advance(1.0);
  p.pause();
  p.play(100.0);
  p.advance(101.0);
  EXPECT_DOUBLE_EQ(p.frame(), 60.0);
}

TEST(Playback, EndsAtTheLastFrameAndStartsAgainFromThere) {
  Playback p = playback_of(30);
  p.play(0.0);
  p.advance(7.0);
  EXPECT_EQ(p.frame(), 30.0);
  EXPECT_FALSE(p.playing());
  p.play(7.0);
  EXPECT_TRUE(p.playing());
  p.advance(7.5);
  EXPECT_DOUBLE_EQ(p.frame(), 15.0);
}

TEST(Playback, GoesOnFromTheStartWhileItRepeats) {
  Playback p = playback_of(30);
  p.set_repeats(true);
  p.play(0.0);
  p.advance(1.5);
  EXPECT_DOUBLE_EQ(p.frame(), 15.0);
  EXPECT_TRUE(p.playing());
  p.advance(12.0);
  EXPECT_DOUBLE_EQ(p.frame(), 0.0);
  EXPECT_TRUE(p.playing());
  p.set_repeats(false);
  p.advance(14.0);
  EXPECT_EQ(p.frame(), 30.0);
  EXPECT_FALSE(p.playing());
}

TEST(Playback, AMotionOfOneFrameDoesNotRepeat) {
  Playback p = playback_of(0);
  p.set_repeats(true);
  p.play(0.0);
  p.advance(0.1);
  EXPECT_EQ(p.frame(), 0.0);
  EXPECT_FALSE(p.playing());
}

TEST(Playback, StepsAreOntoWholeFramesAndPause) {
  Playback p = playback_of(30);
  p.play(0.0);
  p.go_to(10.4);
  p.step(1);
  EXPECT_EQ(p.frame(), 11.0);
  EXPECT_FALSE(p.playing());
  p.go_to(10.4);
  p.step(-1);
  EXPECT_EQ(p.frame(), 10.0);
  p.step(-100);
  EXPECT_EQ(p.frame(), 0.0);
  p.step(100);
  EXPECT_EQ(p.frame(), 30.0);
}

TEST(Playback, AShorterMotionIsShownAtItsEnd) {
  Playback p = playback_of(std::numeric_limits<std::uint32_t>::max());
  p.go_to(4e9);
  EXPECT_EQ(p.frame(), 4e9);
  p.set_last_frame(20);
  EXPECT_EQ(p.frame(), 20.0);
}

TEST(Playback, GoesAsFastAsItIsAskedTo) {
  Playback p = playback_of(300);
  p.set_speed(0.5);
  p.play(0.0);
  p.advance(1.0);
  EXPECT_DOUBLE_EQ(p.frame(), 15.0);
  p.set_speed(2.0);
  p.advance(2.0);
  EXPECT_DOUBLE_EQ(p.frame(), 75.0);
  p.set_speed(1000.0);
  EXPECT_EQ(p.speed(), fastest_play);
  p.set_speed(-1.0);
  EXPECT_EQ(p.speed(), slowest_play);
  p.set_speed(std::nan(""));
  EXPECT_EQ(p.speed(), slowest_play);
}

TEST(Playback, StepsThroughSpeedsFromSlowestToFastestAndBack) {
  double speed = slowest_play;
  int steps = 0;
  for (double next = speed_beside(speed, true); next > speed; next = speed_beside(speed, true), ++steps)
    speed = next;
  EXPECT_EQ(speed, fastest_play);
  for (; speed_beside(speed, false) < speed; --steps) speed = speed_beside(speed, false);
  EXPECT_EQ(speed, slowest_play);
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(speed_beside(1.2, true), 1.5);
  EXPECT_EQ(speed_beside(1.2, false), 1.0);
}

TEST(Playback, KeepsToItsRangeWhileItPlays) {
  Playback p = playback_of(300);
  p.set_range({60, 30});
  EXPECT_EQ(p.range(), (FrameRange{30, 60}));
  p.play(0.0);
  EXPECT_EQ(p.frame(), 30.0) << "from before the range";
  p.advance(0.5);
  EXPECT_DOUBLE_EQ(p.frame(), 45.0);
  p.advance(2.0);
  EXPECT_EQ(p.frame(), 60.0);
  EXPECT_FALSE(p.playing());
  p.go_to(100.0);
  EXPECT_EQ(p.frame(), 100.0) << "any frame can be gone to";
  p.play(0.0);
  EXPECT_EQ(p.frame(), 30.0);
  p.set_repeats(true);
  p.advance(1.5);
  EXPECT_DOUBLE_EQ(p.frame(), 45.0);
  EXPECT_TRUE(p.playing());
}

TEST(Playback, WhoIsTakenOutOfTheRangeWhilePlayingStaysThereOrGoesAround) {
  Playback p = playback_of(300);
  p.set_range({30, 60});
  p.play(0.0);
  p.go_to(200.0);
  p.advance(0.1);
  EXPECT_EQ(p.frame(), 200.0);
  EXPECT_FALSE(p.playing());
  p.play(0.0);
  p.set_repeats(true);
  p.go_to(200.0);
  p.advance(0.0);
  EXPECT_DOUBLE_EQ(p.frame(), 50.0);
}

TEST(Playback, ARangeReachesNoFartherThanTheMotion) {
  Playback p = playback_of(20);
  p.set_range({10, 500});
  EXPECT_EQ(p.last_played(), 20u);
  p.set_last_frame(5);
  EXPECT_EQ(p.first_played(), 5u);
  p.set_repeats(true);
  p.play(0.0);
  p.advance(1.0);
  EXPECT_EQ(p.frame(), 5.0);
  EXPECT_FALSE(p.playing()) << "a single frame does not repeat";
}

TEST(Playback, AMotionOfOneFrameEndsAtOnce) {
  Playback p = playback_of(0);
  p.play(0.0);
  p.advance(0.1);
  EXPECT_EQ(p.frame(), 0.0);
  EXPECT_FALSE(p.playing());
}

}  // namespace
}  // namespace mmd
