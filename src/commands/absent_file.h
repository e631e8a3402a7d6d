#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "commands/options.h"

namespace mmd {

/// The error about the first file that the options name and that is not there or is a folder; nullopt if all
/// are there. Reads none, so that it can be asked before anything else is started.
std::optional<Diagnostic> absent_file(const Options& options);

/// The error about `file` with the name of a file beside it that is probably meant as its hint; as it is if
/// there is none, or if the file is there.
Diagnostic suggest_file(Diagnostic error, const std::string& file);

}  // namespace mmd
