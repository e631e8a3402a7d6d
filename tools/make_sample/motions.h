#pragma once

#include <string>
#include <utility>
#include <vector>

#include "formats/vmd.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// The motions by file name: a song of eight seconds that ends as it begins, and a camera for it.
std::vector<std::pair<std::string, vmd::File>> make_motions(const Rig& rig);

}  // namespace mmd::sample
