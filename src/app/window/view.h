#pragma once

#include "options/options.h"

namespace mmd {

/// `mmdview view`: runs the window until it is closed. Returns the exit status (cli.md): 0; 1 if an input
/// cannot be used; 4 without a display or an OpenGL context.
int run_view(const Options& options);

}  // namespace mmd
