#pragma once

#include <string>

#include "app/actions/parts.h"
#include "options/options.h"
#include "options/scene_file.h"

namespace mmd {

/// The settings of the scene as options.
Options options_of(const Parts& parts);
/// The scene settings: files, unsaved poses and all options.
Result<SceneFile> scene_of(const Parts& parts);

}  // namespace mmd
