#pragma once

#include "app/parts.h"
#include "commands/state_file.h"

namespace mmd {

/// What was arranged: files, the pose if it is not as a file has it, and all that options say.
Result<StateFile> window_state(const Parts& parts);

}  // namespace mmd
