#pragma once

#include "formats/pmx.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// Rigid bodies that follow head, trunk, arms and legs; bodies that physics moves along the skirt and the
/// hair, and the joints that hold them.
void add_physics(pmx::File& file, const Rig& rig);

}  // namespace mmd::sample
