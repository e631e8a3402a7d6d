#pragma once

#include <string>
#include <utility>
#include <vector>

#include "formats/vpd.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// The poses by file name.
std::vector<std::pair<std::string, vpd::File>> make_poses(const Rig& rig);

}  // namespace mmd::sample
