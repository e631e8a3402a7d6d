#pragma once

#include <cstddef>

namespace mmd::test {

/// Heap allocations that this program has made so far, on any thread. Whoever links allocation_count.cpp gets
/// the operators that count them; not for the address sanitizer, which takes them for its own ones gone
/// wrong.
std::size_t allocation_count();

}  // namespace mmd::test
