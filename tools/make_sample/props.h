#pragma once

// Things to hang on the figure's bones.

#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "formats/pmx.h"

namespace mmd::sample {

/// A microphone: the origin is the middle of its grip, its head points up, its switch to the front (-Z).
pmx::File make_microphone();
/// Its pictures by file name (below its folder, "/" between folders).
std::vector<std::pair<std::string, Image>> make_microphone_textures();

}  // namespace mmd::sample
