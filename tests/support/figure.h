#pragma once

// A model of a few cubes, just enough to see what the window's keys do.

#include <filesystem>

#include "formats/pmx.h"
#include "formats/vpd.h"

namespace mmd::test {

/// Three cubes: one on a bone of its own, one that follows a bone by append, one on a limb with IK.
pmx::File figure();

/// The same with a cube that hangs from the first one's bone (腕) by a joint, on a bone of its own (袖):
/// rigid bodies swing it.
pmx::File swinging_figure();

/// A pose for it in which append and IK both have something to do; `angle` (radians) sets poses apart. With
/// `stranger`, it also moves a bone that the figure lacks (左ひざ).
vpd::File figure_pose(float angle, bool stranger = false);

/// Writes them. Aborts where that fails.
void write_model(const std::filesystem::path& path, const pmx::File& model);
void write_pose(const std::filesystem::path& path, const vpd::File& pose);

}  // namespace mmd::test
