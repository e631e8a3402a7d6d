#pragma once

#include <cstdint>
#include <vector>

#include "skeleton/skeleton.h"

namespace mmd {

/// A switch over time: from each key's frame on, its state.
struct StepTrack {
  std::int32_t target = none;         ///< what is switched
  std::vector<std::uint32_t> frames;  ///< ascending, not empty
  std::vector<std::uint8_t> states;   ///< 0 off, 1 on
  /// A key behind all others. Where the first one is late, MMD has another at frame 0: on.
  void add(std::uint32_t frame, bool on);
  /// The state at a frame. Precondition: at least one key.
  bool at(double frame) const;
};

}  // namespace mmd
