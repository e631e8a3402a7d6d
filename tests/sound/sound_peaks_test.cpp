#include "sound/sound_peaks.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// Silence with beats of a hundredth of a second, each second as loud as its number says.
Sound beats(const std::vector<int>& loudness) {
  Sound out;
  for (const int loud : loudness)
    for (int frame = 0; frame < sound_rate; ++frame) {
      const bool is_beat = frame < sound_rate / 100;
      out.samples.push_back(static_cast<std::int16_t>(is_beat && frame % 2 == 0 ? loud : 0));
      out.samples.push_back(static_cast<std::int16_t>(is_beat ? -loud : 0));
    }
  return out;
}

TEST(SoundPeaks, AreAsLoudAsTheSoundThere) {
  const SoundPeaks peaks(beats({8192, 16384, 0, 32767}));
  EXPECT_FLOAT_EQ(peaks.largest(0.0, 0.1), 0.25f);
  EXPECT_EQ(peaks.largest(0.1, 0.9), 0.0f) << "between two beats";
  EXPECT_FLOAT_EQ(peaks.largest(1.0, 1.001), 0.5f);
  EXPECT_EQ(peaks.largest(2.0, 2.9), 0.0f);
  EXPECT_NEAR(peaks.largest(3.0, 3.005), 1.0f, 1e-4f);
}

TEST(SoundPeaks, OfALongPartAreThoseOfItsLoudestMoment) {
  const SoundPeaks peaks(beats({8192, 16384, 0, 4096}));
  EXPECT_FLOAT_EQ(peaks.largest(0.0, 4.0), 0.5f);
  EXPECT_FLOAT_EQ(peaks.largest(-100.0, 100.0), 0.5f);
  EXPECT_FLOAT_EQ(peaks.largest(2.5, 3.9), 0.125f);
}

TEST(SoundPeaks, AreSilentOutsideTheSound) {
  const SoundPeaks peaks(beats({8192}));
  EXPECT_EQ(peaks.largest(-2.0, -1.0), 0.0f);
  EXPECT_EQ(peaks.largest(1.0, 2.0), 0.0f);
  EXPECT_EQ(SoundPeaks(Sound()).largest(0.0, 1.0), 0.0f);
}

TEST(SoundPeaks, KnowTheLoudestSample) {
  Sound loudest;
  loudest.samples = {-32768, 0, 0, 0};
  EXPECT_EQ(SoundPeaks(loudest).largest(0.0, 0.01), 1.0f);
}

}  // namespace
}  // namespace mmd
