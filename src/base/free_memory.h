#pragma once

#include <cstddef>

namespace mmd {

/// Whether this process may have so much more memory at once, as far as the system sets it a limit
/// (`ulimit -v`): to be asked before a library is called that does not survive where there is none.
bool has_room_for(std::size_t bytes) noexcept;

/// Gives what the C library keeps of freed memory back to the system, from between what is in use, too. It
/// takes milliseconds, and what is allocated next pages in anew: for a program that waits. Does nothing where
/// the C library cannot do it.
void give_back_free_memory() noexcept;

}  // namespace mmd
