#pragma once

#include <cstddef>

namespace mmd {

/// From here on a block may hold whole huge pages (2 MiB where there are any).
inline constexpr std::size_t large_block_size = std::size_t{2} << 20;

/// Uninitialised memory that begins at a huge page, and the wish to have it made of such: paging in a large
/// buffer by 4 KiB costs more than filling it. Throws bad_alloc.
void* allocate_large_block(std::size_t bytes);
void free_large_block(void* block) noexcept;

/// Asks the system for huge pages in this range, which begins at one, where the system can do that.
void wish_for_huge_pages(void* begin, std::size_t bytes);

}  // namespace mmd
