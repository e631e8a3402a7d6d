#pragma once

// Landlock. Within sandbox/.

#include <optional>
#include <string>

#include "sandbox/sandbox.h"

namespace mmd {

/// Why there are no walls about files; nullopt: they stand. The thread must not be able to gain privileges.
std::optional<std::string> wall_off_files(const SandboxRules& rules);

}  // namespace mmd
