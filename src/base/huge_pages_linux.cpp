// Does nothing on other systems.
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "base/free_memory.h"
#include "base/large_blocks.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace mmd {

void advise_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // Refused where the kernel has none: then the pages are small.
  static_cast<void>(madvise(begin, bytes, MADV_HUGEPAGE));
#endif
}

void put_heap_on_huge_pages([[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  // What the driver allocates comes from the heap, however large, and the heap does not shrink …
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  // What one thread gives back is where the next, or the driver, puts its own …
  mallopt(M_ARENA_MAX, 1);
  // … so that it still has, when it gets this back, the pages that are asked for here. Nothing is paged in.
  // Where addresses are limited, the driver needs them more.
  if (!has_room_for(2 * bytes)) return;
  void* const block = std::malloc(bytes);
  if (block == nullptr) return;
  const auto first = reinterpret_cast<std::uintptr_t>(block), end = first + bytes;
  const std::uintptr_t begin = (first + large_block_size - 1) / large_block_size * large_block_size;
  if (begin < end) advise_huge_pages(reinterpret_cast<void*>(begin), (end - begin) / 4096 * 4096);
  std::free(block);
#endif
}

}  // namespace mmd
