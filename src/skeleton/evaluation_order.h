#pragma once

#include <functional>
#include <string_view>

#include "skeleton/skeleton.h"

namespace mmd {

/// Receives a repair of a skeleton: `kind` is a literal ("parent closes a cycle; …"), `bone` an index in file
/// order.
using BoneRepaired = std::function<void(std::string_view kind, std::size_t bone)>;

/// Kinds of repair of cut_cycles().
inline constexpr std::string_view parent_cycle_cut = "parent closes a cycle; the bone becomes a root";
inline constexpr std::string_view append_cycle_cut = "append closes a cycle; ignored";

/// Cuts cycles of parents (the bone that closes one becomes a root) and of appends (removed there).
void cut_cycles(Skeleton& skeleton, const BoneRepaired& repaired);

/// Fills Skeleton::steps (semantics, "From pose to bone matrices"). Precondition: cut_cycles() was called. If
/// a bone turns with a chain that needs the bone, the bone ignores the chain's turn, and `repaired` is
/// called. Linear in bones, links and the paths from IK bones to their roots.
void order_evaluation(Skeleton& skeleton, const BoneRepaired& repaired);

}  // namespace mmd
