#pragma once

#include <optional>

#include "base/result.h"
#include "options/options.h"

namespace mmd {

/// The error about the first file that the options name and that is not there or is a folder; nullopt if all
/// are there. Reads none, so that it can be asked before anything else is started. `folders`: these will do
/// too.
std::optional<Diagnostic> absent_file(const Options& options, bool folders = false);

}  // namespace mmd
