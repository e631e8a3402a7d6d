#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "pose/pose.h"

namespace mmd {

/// The warning about names in a pose that `model` lacks, with the names that are probably meant; standard
/// bones first. nullopt if there are none that matter. `pose_name` names the file.
std::optional<Diagnostic> unmatched_warning(const UnmatchedNames& unmatched, const Model& model,
                                            const std::string& pose_name);

}  // namespace mmd
