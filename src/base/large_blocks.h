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
void advise_huge_pages(void* begin, std::size_t bytes);

/// Has `bytes` of what the whole process allocates from now on come from huge pages, also what libraries do:
/// for a program that ends soon, as large blocks that are freed are kept. Call it before there are other
/// threads. Does nothing where the C library or the system cannot do it.
void put_heap_on_huge_pages(std::size_t bytes);

}  // namespace mmd
