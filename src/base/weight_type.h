#pragma once

#include <cstdint>

namespace mmd {

/// How bones move a vertex (semantics, "Skinning"); the values are those of PMX files.
enum class WeightType : std::uint8_t { bdef1 = 0, bdef2 = 1, bdef4 = 2, sdef = 3, qdef = 4 };

}  // namespace mmd
