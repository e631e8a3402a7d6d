#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "base/raw_vector.h"

namespace mmd {

struct Image;

/// One level of a texture: 8-bit RGBA, rows from the top.
struct MipLevel {
  int width = 0, height = 0;
  RawVector<std::uint8_t> rgba;
};

/// Levels 1 to the last of `image`, each half of the one before (box filter in gamma space; colours are
/// weighted by alpha, so that what is transparent does not bleed in).
std::vector<MipLevel> build_mips(const Image& image);

/// Levels that were built where the picture was decoded, for whoever uploads it first: nobody needs them
/// twice. Thread-safe.
class SpareMips {
 public:
  explicit SpareMips(std::vector<MipLevel> levels) : levels_(std::move(levels)) {}
  /// Empty from the second time on.
  std::vector<MipLevel> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(levels_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<MipLevel> levels_;
};

}  // namespace mmd
