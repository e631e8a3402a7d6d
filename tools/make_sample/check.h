#pragma once

#include "formats/pmx.h"

namespace mmd::sample {

/// Holds what was read back against what a sound model needs: indices in range, every vertex used, weights
/// that sum to 1, unit normals, triangles that face the way their normals do, material counts that add up.
Result<void> check_model(const pmx::File& file);

}  // namespace mmd::sample
