#pragma once

namespace mmd {

/// Metres of one MMD unit, by convention (docs/user/labels.md).
inline constexpr double metres_per_unit = 0.08;

}  // namespace mmd
