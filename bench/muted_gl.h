#pragma once

// Removes the driver from the program to measure the rest: while muted, no OpenGL call for drawing a frame
// reaches the driver. Only for benchmarks.

#include <cstdint>

namespace mmd::bench {

/// While an object lives, OpenGL calls do nothing and return zero. Requires loaded OpenGL functions.
class MutedGl {
 public:
  MutedGl();
  ~MutedGl();
  MutedGl(const MutedGl&) = delete;
  MutedGl& operator=(const MutedGl&) = delete;
  /// The number of muted calls since construction.
  std::uint64_t calls() const;
};

}  // namespace mmd::bench
