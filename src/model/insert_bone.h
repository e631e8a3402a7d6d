#pragma once

#include "formats/pmx.h"

namespace mmd {

/// Inserts a bone at an index, and raises all references to the bones from there on. The new bone's own
/// references are those before the insertion.
void insert_bone(pmx::File& file, std::int32_t index, pmx::Bone bone);

}  // namespace mmd
