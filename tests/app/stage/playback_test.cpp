#include "app/stage/playback.h"

#include <cmath>

#include <gmock/gmock.h>

namespace mmd {
namespace {

Playback playback_of(std::uint32_t last_frame, bool repeats = false) {
  Playback playback;
  playback.set_last_frame(last_frame);
  playback.set_repeats(repeats);
  return playback;
}

/// Checks frame and playback at a time.
void expect_at(Playback& p, double now, double frame, bool playing = true) {
  p.advance(now);
  EXPECT_DOUBLE_EQ(p.frame(), frame) << now;
  EXPECT_EQ(p.playing(), playing) << now;
}

TEST(Playback, PlaysThirtyFramesASecond) {
  Playback p = playback_of(300);
  expect_at(p, 1000.0, 0.0, false);
  p.play(1000.0);
  expect_at(p, 1000.5, 15.0);
  expect_at(p, 1001.25, 37.5);
  p.pause();
  expect_at(p, 1005.0, 37.5, false);
  p.play(1100.0);  // the pause is not made up for
  expect_at(p, 1101.0, 67.5);
}

TEST(Playback, StopsAtTheEndOrRepeats) {
  Playback p = playback_of(30);
  p.play(0.0);
  expect_at(p, 7.0, 30.0, false);
  p.play(7.0);
  expect_at(p, 7.5, 15.0);
  p.set_repeats(true);
  expect_at(p, 12.0, 0.0);
  p.set_repeats(false);
  expect_at(p, 14.0, 30.0, false);
  for (const bool repeats : {false, true}) {
    Playback still = playback_of(0, repeats);
    still.play(0.0);
    expect_at(still, 0.1, 0.0, false);
  }
  p.set_last_frame(20);
  EXPECT_EQ(p.frame(), 20.0) << "a shorter motion";
}

TEST(Playback, StepsStopAtWholeFrames) {
  Playback p = playback_of(30);
  p.play(0.0);
  const auto step = [&](double from, int frames) {
    p.go_to(from);
    p.step(frames);
    return p.frame();
  };
  EXPECT_EQ(step(10.4, 1), 11.0);
  EXPECT_FALSE(p.playing());
  EXPECT_EQ(step(10.4, -1), 10.0);
  EXPECT_EQ(step(10.0, -100), 0.0);
  EXPECT_EQ(step(0.0, 100), 30.0);
}

TEST(Playback, UsesTheChosenSpeed) {
  Playback p = playback_of(300);
  p.set_speed(0.5);
  p.play(0.0);
  expect_at(p, 1.0, 15.0);
  p.set_speed(2.0);
  expect_at(p, 2.0, 75.0);
  p.set_speed(1000.0);
  EXPECT_EQ(p.speed(), fastest_play);
  for (const double speed : {-1.0, std::nan("")}) {
    p.set_speed(speed);
    EXPECT_EQ(p.speed(), slowest_play);
  }
}

TEST(Playback, StepsThroughSpeedsFromSlowestToFastestAndBack) {
  double speed = slowest_play;
  int steps = 0;
  for (; speed_beside(speed, true) > speed; ++steps) speed = speed_beside(speed, true);
  EXPECT_EQ(speed, fastest_play);
  for (; speed_beside(speed, false) < speed; --steps) speed = speed_beside(speed, false);
  EXPECT_EQ(speed, slowest_play);
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(speed_beside(1.2, true), 1.5);
  EXPECT_EQ(speed_beside(1.2, false), 1.0);
}

TEST(Playback, StaysInItsRange) {
  Playback p = playback_of(300);
  p.set_range({60, 30});
  EXPECT_EQ(p.range(), (FrameRange{30, 60}));
  p.play(0.0);
  EXPECT_EQ(p.frame(), 30.0) << "from before the range";
  expect_at(p, 0.5, 45.0);
  expect_at(p, 2.0, 60.0, false);
  p.go_to(100.0);
  EXPECT_EQ(p.frame(), 100.0) << "any frame can be gone to";
  p.play(0.0);
  EXPECT_EQ(p.frame(), 30.0);
  p.set_repeats(true);
  expect_at(p, 1.5, 45.0);
}

TEST(Playback, StopsOrRepeatsIfTakenOutOfTheRange) {
  Playback p = playback_of(300);
  p.set_range({30, 60});
  p.play(0.0);
  p.go_to(200.0);
  expect_at(p, 0.1, 200.0, false);
  p.play(0.0);
  p.set_repeats(true);
  p.go_to(200.0);
  expect_at(p, 0.0, 50.0);
}

TEST(Playback, RangeEndsWithTheMotion) {
  Playback p = playback_of(20, true);
  p.set_range({10, 500});
  EXPECT_EQ(p.last_played(), 20u);
  p.set_last_frame(5);
  EXPECT_EQ(p.first_played(), 5u);
  p.play(0.0);
  expect_at(p, 1.0, 5.0, false);  // a single frame does not repeat
}

}  // namespace
}  // namespace mmd
