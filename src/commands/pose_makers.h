#pragma once

#include <string>

#include "base/result.h"
#include "options/options.h"

namespace mmd {

/// Runs `pose fit`: the text of the fitted VPD. Prints what was changed by bone with -v. Errors: as
/// fit_pose(); a file that is not what it should be.
Result<std::string> fitted_text(const Options& options);

/// Runs `pose from`: the text of the VPD. Warns about bones that stay at rest. Errors: as parse_landmarks()
/// and pose_from_landmarks(); a model that cannot be loaded.
Result<std::string> landmarks_text(const Options& options);

}  // namespace mmd
