#pragma once

#include "model/model.h"
#include "model/repairs.h"

namespace mmd {

/// Makes bones roots, and removes appends, where they close a cycle.
void cut_cycles(Skeleton& skeleton, Repairs& repairs);

/// Fills Skeleton::steps. Parent and append cycles must have been cut; where a bone turns with a chain that
/// itself needs the bone, it does without the chain's turn (a warning). Linear in bones and links.
void order_evaluation(Skeleton& skeleton, Repairs& repairs);

}  // namespace mmd
