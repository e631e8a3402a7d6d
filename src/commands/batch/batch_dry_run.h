#pragma once

#include "commands/batch/batch_run.h"

namespace mmd {

/// Prints a line for each picture of the shard: "make", "skip" (up to date) or "fail", its name, and why it
/// cannot be made, with tabs between them. Reads models, poses and motions and draws nothing. Returns the
/// exit status.
int list_pictures(const BatchOrder& order);

}  // namespace mmd
