#pragma once

#include "batch/plan.h"
#include "commands/options.h"

namespace mmd {

/// Joins the manifests of a batch's shards into one, in the plan's order, and says which pictures are missing
/// (not in them, failed, or not on disk) and which several shards made. The exit status.
int merge_manifests(const Options& options, const Plan& plan);

}  // namespace mmd
