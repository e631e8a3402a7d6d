#pragma once

#include <cstddef>

namespace mmd {

/// From now on large blocks (large_blocks.h) that are freed are kept for the next that needs one of about
/// that size, up to so many bytes of them: what is read, decoded and read back again and again has its pages
/// already. Those beyond, and without this all, go back to the system at once.
void keep_spare_blocks(std::size_t bytes);

/// Gives those that are kept back, and keeps no more.
void give_back_spare_blocks() noexcept;

}  // namespace mmd
