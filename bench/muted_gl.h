#pragma once

// Takes the driver out of the program, to see what remains: while muted, no OpenGL call that drawing a frame
// makes reaches the driver. Only for benchmarks.

#include <cstdint>

namespace mmd::bench {

/// While one lives, OpenGL calls do nothing and return zero; needs functions that are loaded.
class MutedGl {
 public:
  MutedGl();
  ~MutedGl();
  MutedGl(const MutedGl&) = delete;
  MutedGl& operator=(const MutedGl&) = delete;
  /// Swallowed since it was made.
  std::uint64_t calls() const;
};

}  // namespace mmd::bench
