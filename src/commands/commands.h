#pragma once

#include "options/options.h"

namespace mmd {

// The commands without a window. Each prints its result to standard output and its messages to standard
// error, and returns the exit status.

/// Leaves its OpenGL context to the end of the process, which is to come at once and without exit handlers
/// (std::_Exit).
int run_shot(const Options& options);
/// Likewise.
int run_batch(const Options& options);
int run_serve(const Options& options);
int run_thumbnail(const Options& options);
int run_bones(const Options& options);
int run_info(const Options& options);
int run_export(const Options& options);
int run_check(const Options& options);
int run_pose(const Options& options);

}  // namespace mmd
