#pragma once

// Filters of system calls (seccomp). Within sandbox/.

#include <optional>
#include <string>

namespace mmd {

/// Why there is no filter of system calls; nullopt: it stands. The thread must not be able to gain
/// privileges.
std::optional<std::string> wall_off_calls();

}  // namespace mmd
