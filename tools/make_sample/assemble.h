#pragma once

#include "formats/pmx.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// The whole model.
Result<pmx::File> make_model(const Rig& rig);

}  // namespace mmd::sample
