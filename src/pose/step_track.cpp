#include "pose/step_track.h"

#include <algorithm>

namespace mmd {

void StepTrack::add(std::uint32_t frame, bool on) {
  if (frames.empty() && frame > 0) add(0, true);
  frames.push_back(frame);
  states.push_back(on ? 1 : 0);
}

bool StepTrack::at(double frame) const {
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame, [](double at, std::uint32_t key) {
    return !(at >= static_cast<double>(key));  // what is not a number is before all
  });
  const auto index = after == frames.begin() ? 0 : after - frames.begin() - 1;
  return states[static_cast<std::size_t>(index)] != 0;
}

}  // namespace mmd
