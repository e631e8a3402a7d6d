#pragma once

#include "options/options.h"

namespace mmd {

/// Whether a tool of `pose` has a motion to write: by the tool, or by a file or an output of that kind.
bool is_for_motions(const Options& options);

/// `pose` for motions: cut, shift, retime, mirror and merge motions, or a sequence of poses. Returns the exit
/// status.
int run_motion_tool(const Options& options);

}  // namespace mmd
