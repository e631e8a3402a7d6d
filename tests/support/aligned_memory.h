#pragma once

#include <cstddef>

namespace mmd::test {

/// Memory at a multiple of `alignment`, for give_back(); null where there is none.
void* aligned_memory(std::size_t size, std::size_t alignment);
void give_back(void* memory);

}  // namespace mmd::test
