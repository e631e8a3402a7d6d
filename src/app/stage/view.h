#pragma once

#include "options/options.h"

namespace mmd {

/// `mmdview view`: opens the window and stays until it is closed. Returns the exit status (cli.md): 0; 1 if
/// an input cannot be used; 4 if there is no display or no OpenGL context.
int run_view(const Options& options);

}  // namespace mmd
