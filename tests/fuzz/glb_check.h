#pragma once

#include "base/byte_io.h"

namespace mmd::fuzz {

/// Ends the program unless tinygltf reads the binary glTF without a complaint, every accessor lies within its
/// buffer and is finite, every index has its element, and the nodes are a forest.
void expect_sound_glb(const Bytes& glb);

}  // namespace mmd::fuzz
