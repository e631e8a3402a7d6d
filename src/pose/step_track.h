#pragma once

#include <cstdint>
#include <vector>

#include "skeleton/skeleton.h"

namespace mmd {

/// A switch over time: each key's state holds from its frame on.
struct StepTrack {
  std::int32_t target = none;         ///< index of the switched bone or chain
  std::vector<std::uint32_t> frames;  ///< ascending, not empty
  std::vector<std::uint8_t> states;   ///< 0 off, 1 on
  /// Adds a key behind all others; before a first key behind frame 0 also one at frame 0 (on), as MMD does.
  void add(std::uint32_t frame, bool on);
  /// The state at a frame. Precondition: at least one key.
  bool at(double frame) const;
};

}  // namespace mmd
