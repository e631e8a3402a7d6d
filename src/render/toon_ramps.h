#pragma once

#include "assets/image.h"

namespace mmd {

inline constexpr int shared_toon_count = 10;

/// This project's drawing of MMD's shared toon ramps toon01 to toon10 (`index` 0-9): 32x32, lit side up.
Image shared_toon_ramp(int index);

}  // namespace mmd
