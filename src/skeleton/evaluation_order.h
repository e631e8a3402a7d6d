#pragma once

#include <functional>
#include <string_view>

#include "skeleton/skeleton.h"

namespace mmd {

/// Told of what had to be changed in a skeleton: `kind` is a literal ("parent closes a cycle; …"), `bone` the
/// bone at which it was met.
using BoneRepaired = std::function<void(std::string_view kind, std::size_t bone)>;

/// Makes bones roots, and removes appends, where they close a cycle.
void cut_cycles(Skeleton& skeleton, const BoneRepaired& repaired);

/// Fills Skeleton::steps. Parent and append cycles must have been cut; where a bone turns with a chain that
/// itself needs the bone, it does without the chain's turn, which is told. Linear in bones, links and
/// the ways from IK bones to their roots.
void order_evaluation(Skeleton& skeleton, const BoneRepaired& repaired);

}  // namespace mmd
