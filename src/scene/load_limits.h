#pragma once

#include <cstdint>

namespace mmd {

/// What the files of strangers may ask of the machine.
struct LoadLimits {
  /// Bytes that the textures of a model may take while they are drawn; larger ones are decoded smaller.
  /// 0: half of the machine's memory.
  std::uint64_t texture_memory = 0;
  /// Whether links may lead out of a model's folder.
  bool allow_outside = false;
};

/// Of the whole program. To be set before anything is loaded; any thread may read it.
const LoadLimits& load_limits();
void set_load_limits(const LoadLimits& limits);

}  // namespace mmd
