#pragma once

#include <cstdint>

namespace mmd {

/// Bytes of memory that this machine has; 0: the system does not tell.
std::uint64_t physical_memory();

}  // namespace mmd
