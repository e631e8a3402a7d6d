#include "sound/sound_peaks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace mmd {
namespace {

/// Frames of a peak of the first level: 5 milliseconds.
constexpr std::size_t frames_in_peak = sound_rate / 200;
constexpr double peaks_per_second = 200.0;
/// The largest amplitude of 16 bits.
constexpr float full = 32768.0f;

std::uint16_t amplitude(std::int16_t sample) {
  return static_cast<std::uint16_t>(std::abs(static_cast<int>(sample)));
}

}  // namespace

SoundPeaks::SoundPeaks(const Sound& sound) {
  std::vector<std::uint16_t> peaks;
  const std::size_t samples_in_peak = 2 * frames_in_peak;
  peaks.reserve(sound.samples.size() / samples_in_peak + 1);
  for (std::size_t begin = 0; begin < sound.samples.size(); begin += samples_in_peak) {
    const std::size_t end = std::min(begin + samples_in_peak, sound.samples.size());
    std::uint16_t peak = 0;
    for (std::size_t i = begin; i < end; ++i) peak = std::max(peak, amplitude(sound.samples[i]));
    peaks.push_back(peak);
  }
  while (peaks.size() > 1) {
    std::vector<std::uint16_t> half((peaks.size() + 1) / 2);
    for (std::size_t i = 0; i < peaks.size(); ++i) half[i / 2] = std::max(half[i / 2], peaks[i]);
    levels_.push_back(std::exchange(peaks, std::move(half)));
  }
  levels_.push_back(std::move(peaks));
}

float SoundPeaks::largest(double from, double to) const {
  const auto count = static_cast<double>(levels_.front().size());
  const double first = std::floor(from * peaks_per_second);
  const double behind = std::max(std::ceil(to * peaks_per_second), first + 1.0);
  if (!(first < count) || !(behind > 0.0)) return 0.0f;
  auto begin = static_cast<std::size_t>(std::max(first, 0.0));
  auto end = static_cast<std::size_t>(std::min(behind, count));
  std::uint16_t out = 0;
  // What is no whole peak of the next level is taken from this one.
  for (auto level = levels_.begin(); begin < end; ++level, begin /= 2, end /= 2) {
    if (begin % 2 != 0) out = std::max(out, (*level)[begin++]);
    if (end % 2 != 0 && begin < end) out = std::max(out, (*level)[--end]);
  }
  return static_cast<float>(out) / full;
}

}  // namespace mmd
