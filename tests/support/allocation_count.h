#pragma once

#include <cstddef>

namespace mmd::test {

/// Heap allocations of this program so far, on all threads. Linking allocation_count.cpp replaces the
/// allocation operators by counting ones; not for the address sanitizer, which has its own.
std::size_t allocation_count();

/// The n-th allocation from now on fails, once; 0: none does.
void fail_allocation(std::size_t n);
/// Whether that failure is still to come.
bool waits_to_fail();

/// From now on every successful allocation sets errno to this value, as the system may; 0: does not.
void let_allocations_set_errno(int value);

}  // namespace mmd::test
