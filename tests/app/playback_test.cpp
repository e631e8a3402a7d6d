#include "app/playback.h"

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

TEST(Playback, AMotionOfOneFrameEndsAtOnce) {
  Playback p = playback_of(0);
  p.play(0.0);
  p.advance(0.1);
  EXPECT_EQ(p.frame(), 0.0);
  EXPECT_FALSE(p.playing());
}

}  // namespace
}  // namespace mmd
