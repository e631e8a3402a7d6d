#pragma once

#include <cstddef>

namespace mmd {

/// Uninitialised memory of the system's own pages that begins at a huge page, of which it is made where there
/// are any. `bytes`: a multiple of large_block_size. Throws bad_alloc. From the heap on systems without such.
void* map_pages(std::size_t bytes);
void unmap_pages(void* begin, std::size_t bytes) noexcept;

}  // namespace mmd
