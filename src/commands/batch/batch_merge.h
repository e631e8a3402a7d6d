#pragma once

#include "commands/batch/batch_run.h"

namespace mmd {

/// Joins what a batch's shards made: their manifests into one, in the plan's order, and the labels that can
/// be (merged_labels()). Says which pictures or labels are missing (in no manifest, failed, or not on disk)
/// and which several shards made; makes contact sheet and index of all. The exit status.
int merge_shards(const BatchOrder& order);

}  // namespace mmd
