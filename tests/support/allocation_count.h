#pragma once

#include <cstddef>

namespace mmd::test {

/// Heap allocations that this program has made so far, on any thread. Whoever links allocation_count.cpp gets
/// the operators that count them; not for the address sanitizer, which takes them for its own ones gone
/// wrong.
std::size_t allocation_count();

/// The n-th allocation from now on fails, once; 0: none does.
void fail_allocation(std::size_t n);
/// Whether it is still to come.
bool waits_to_fail();

/// From now on every allocation, though it succeeds, leaves this in errno, as the system may; 0: as it is.
void let_allocations_set_errno(int value);

}  // namespace mmd::test
