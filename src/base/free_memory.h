#pragma once

namespace mmd {

/// Gives what the C library keeps of freed memory back to the system, from between what is in use, too. It
/// takes milliseconds, and what is allocated next pages in anew: for a program that waits. Does nothing where
/// the C library cannot do it.
void give_back_free_memory() noexcept;

}  // namespace mmd
