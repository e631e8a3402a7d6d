#pragma once

#include "options/options.h"

namespace mmd {

/// `check OLD --after NEW`: prints what differs. Returns the exit status.
int run_check_after(const Options& options);

}  // namespace mmd
