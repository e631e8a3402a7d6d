#pragma once

// A model of a few cubes to see the effects of poses and keys.

#include <filesystem>

#include "formats/pmx.h"
#include "formats/vpd.h"

namespace mmd::test {

/// Three cubes: one on a bone of its own, one on an append bone, one on a limb with IK.
pmx::File figure();

/// The same with a cube that hangs from the first one's bone (腕) by a joint, on a bone (袖) moved by
/// physics.
pmx::File swinging_figure();

/// A pose that needs append and IK; poses differ by `angle` (radians). With `stranger`, it also moves a bone
/// that the figure lacks (左ひざ).
vpd::File figure_pose(float angle, bool stranger = false);

/// Writes them. Aborts where that fails.
void write_model(const std::filesystem::path& path, const pmx::File& model);
void write_pose(const std::filesystem::path& path, const vpd::File& pose);

}  // namespace mmd::test
