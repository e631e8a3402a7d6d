#pragma once

#include <string>
#include <vector>

#include "scene/input.h"

namespace mmd {

/// The poses and motions of an archive, by their paths in it.
std::vector<std::string> poses_in(const FileSet& archive);

/// Takes the only pose or motion out of an archive that holds no model; gives back everything else as it is.
/// Error: it holds several, with the advice to name one.
Result<InputFile> unwrap_pose(InputFile input);

}  // namespace mmd
