#pragma once

#include <cstdint>
#include <vector>

#include "sound/sound_stream.h"

namespace mmd {

/// How loud a sound is where, for pictures of it: fast at any scale.
class SoundPeaks {
 public:
  /// Goes through the whole sound.
  explicit SoundPeaks(const Sound& sound);

  /// The largest amplitude of both sides from one time to another, seconds: 0 (silence, or outside the sound)
  /// to 1. Exact to 5 milliseconds.
  float largest(double from, double to) const;

 private:
  std::vector<std::vector<std::uint16_t>> levels_;  ///< each has half as many peaks as the one before
};

}  // namespace mmd
