#pragma once

#include "app/actions/parts.h"
#include "options/state_file.h"

namespace mmd {

/// What was arranged: files, the pose if it is not as a file has it, and all that options say.
Result<StateFile> window_state(const Parts& parts);

/// The number of the figure that is worked on first: of a state whose files are the options', as it says.
std::size_t active_figure_at_start(const Options& options);

}  // namespace mmd
