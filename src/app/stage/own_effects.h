#pragma once

// Effects that the user has saved, as files in a folder.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "scene/effects.h"

namespace mmd {

struct OwnEffects {
  std::string file, name;
  Effects effects;
};

/// The effects in a folder, in natural order. Files that cannot be read are left out.
std::vector<OwnEffects> own_effects_in(const std::filesystem::path& folder);
/// Writes effects under a free name. Returns the file. Errors: no folder, an empty name, a full disk.
Result<std::filesystem::path> save_effects(const Effects& effects, const std::filesystem::path& folder,
                                           const std::string& name);

}  // namespace mmd
