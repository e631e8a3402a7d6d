#pragma once

#include "sandbox/sandbox.h"

namespace mmd {

/// What the system's libraries, fonts and graphics drivers open: programs' files that belong to the system,
/// nothing of a person but their fonts.
SandboxRules system_rules();

}  // namespace mmd
