#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"

namespace mmd::sample {

/// The model's pictures by file name (below its folder, "/" between folders).
std::vector<std::pair<std::string, Image>> make_textures();

}  // namespace mmd::sample
