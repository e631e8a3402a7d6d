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

/// Levels 1 to the last of `image`, each half the size of the one before: box filter in gamma space, colours
/// weighted by alpha so that transparent pixels do not bleed in (semantics, "The MMD look").
std::vector<MipLevel> build_mips(const Image& image);

/// Mip levels built while decoding, for the first upload. Thread-safe.
class SpareMips {
 public:
  explicit SpareMips(std::vector<MipLevel> levels) : levels_(std::move(levels)) {}
  /// The levels; empty from the second call on.
  std::vector<MipLevel> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(levels_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<MipLevel> levels_;
};

}  // namespace mmd
