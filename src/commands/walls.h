#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "commands/options.h"
#include "sandbox/sandbox.h"

namespace mmd {

/// What the files of a command line, and the libraries that the command uses, need.
SandboxRules rules_for(const Options& options);

/// Puts up the walls that a command line asks for, before the first thread. What is wrong if it asks in so
/// many words; what is only usual is done as far as the system can, and told with `--verbose`.
std::optional<Diagnostic> put_up_walls(const Options& options);

}  // namespace mmd
