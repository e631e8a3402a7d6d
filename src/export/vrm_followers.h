#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/skeleton.h"

namespace mmd {

/// A bone that turns with another one: as much of its rotation as `weight` says.
struct VrmFollower {
  std::int32_t bone = none, source = none;
  float weight = 1.0f;  ///< 0-1, not 0
};

/// The bones that MMD turns when one of `human` (bones, in any order) turns, and that a VRM turns only if it
/// says so: those that append a rotation, and the upper link of IK whose goal hangs on the human bone and
/// that turns about nearly the same place, as sleeves do. Sources come before what follows them.
std::vector<VrmFollower> find_followers(const Skeleton& skeleton, std::span<const std::int32_t> human);

}  // namespace mmd
