#include "sound/sound_stream.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

constexpr std::size_t buffer = 480;  // a hundredth of a second
constexpr double step = 0.01;

/// A sound whose samples say where they are: `seconds` long, one step of the left side per millisecond.
std::shared_ptr<const Sound> ruler(double seconds) {
  auto out = std::make_shared<Sound>();
  for (int i = 0; i < static_cast<int>(seconds * sound_rate); ++i) {
    out->samples.push_back(static_cast<std::int16_t>(i / 48));
    out->samples.push_back(static_cast<std::int16_t>(-i / 48));
  }
  return out;
}

/// A device that asks for a buffer every hundredth of a second, and a picture beside it.
class Played {
 public:
  explicit Played(double seconds = 10.0) { stream.set_sound(ruler(seconds)); }
  /// The device's buffers until `end`; the picture is drawn after each.
  void run(double until) {
    while (now < until) {
      now += step;
      samples.assign(2 * buffer, 77);
      stream.fill(samples, now);
      const double time = clock.now(stream, now);
      if (playing) picture += (time - last) * speed;
      last = time;
      stream.follow(picture, speed, playing, now);
    }
  }
  SoundStream stream;
  SoundClock clock;
  std::vector<std::int16_t> samples;
  double now = 100.0, last = 100.0, picture = 0.0, speed = 1.0;
  bool playing = true;
};

TEST(SoundStream, IsHeardWhereThePictureIs) {
  Played it;
  it.run(105.0);
  ASSERT_TRUE(it.stream.heard(it.now));
  EXPECT_NEAR(*it.stream.heard(it.now), it.picture, 0.04);
  EXPECT_NEAR(it.picture, 5.0, 0.1);
  EXPECT_NE(it.samples[0], 0);
  EXPECT_EQ(it.samples[0], -it.samples[1]);
}

TEST(SoundStream, FollowsAJumpOfThePicture) {
  Played it;
  it.run(102.0);
  it.picture = 7.0;
  it.run(102.5);
  EXPECT_NEAR(*it.stream.heard(it.now), it.picture, 0.04);
  EXPECT_GT(it.picture, 7.4);
}

TEST(SoundStream, PlaysFasterWithAFasterPicture) {
  Played it;
  it.speed = 2.0;
  it.run(103.0);
  EXPECT_NEAR(it.picture, 6.0, 0.1);
  EXPECT_NEAR(*it.stream.heard(it.now), it.picture, 0.04);
}

TEST(SoundStream, KeepsThePictureToADeviceThatRunsSlowly) {
  Played it;
  it.run(101.0);
  const double before = it.picture;
  // Half as many buffers as there should be.
  for (int i = 0; i < 100; ++i) {
    it.now += step;
    it.run(it.now + step);
  }
  EXPECT_LT(it.picture - before, 1.7);
  EXPECT_NEAR(*it.stream.heard(it.now), it.picture, 0.04);
}

TEST(SoundStream, IsSilentWhilePausedBeforeItsBeginAndBehindItsEnd) {
  Played it(1.0);
  it.picture = -0.5;
  it.run(100.3);
  EXPECT_EQ(it.samples[0], 0);
  it.run(101.0);
  EXPECT_NE(it.samples[0], 0);
  it.playing = false;
  it.run(101.1);
  EXPECT_EQ(it.samples[0], 0);
  EXPECT_FALSE(it.stream.heard(it.now));
  it.playing = true;
  it.picture = 3.0;
  it.run(101.5);
  EXPECT_EQ(it.samples[0], 0);
  EXPECT_NEAR(it.picture, 3.4, 0.05);
}

TEST(SoundStream, HasAVolume) {
  Played it;
  it.stream.set_volume(0.5f);
  it.run(104.0);
  const int half = it.samples[0];
  it.stream.set_volume(0.0f);
  it.run(104.1);
  EXPECT_NEAR(half, 2000, 60);
  EXPECT_EQ(it.samples[0], 0);
}

TEST(SoundClock, RunsAsTheSystemsClockWithoutADevice) {
  SoundStream stream;
  SoundClock clock;
  EXPECT_EQ(clock.now(stream, 5.0), 5.0);
  EXPECT_EQ(clock.now(stream, 7.5), 7.5);
  stream.set_sound(ruler(1.0));
  stream.follow(0.0, 1.0, true, 8.0);
  EXPECT_EQ(clock.now(stream, 9.0), 9.0) << "the device asks for nothing";
}

}  // namespace
}  // namespace mmd
