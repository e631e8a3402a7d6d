#include <cstdint>
#include <new>

#include "base/large_blocks.h"
#include "base/mapped_pages.h"

// The address sanitizer looks after the heap alone.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MMDVIEW_PAGES_OF_THE_HEAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__linux__)
#define MMDVIEW_PAGES_OF_THE_HEAP
#endif

#if !defined(MMDVIEW_PAGES_OF_THE_HEAP)
#include <sys/mman.h>
#endif

namespace mmd {

#if defined(MMDVIEW_PAGES_OF_THE_HEAP)

void* map_pages(std::size_t bytes) {
  void* const begin = ::operator new (bytes, std::align_val_t{large_block_size});
  advise_huge_pages(begin, bytes);
  return begin;
}

void unmap_pages(void* begin, std::size_t) noexcept {
  ::operator delete (begin, std::align_val_t{large_block_size});
}

#else

namespace {

/// With as much before and after as it takes to begin at a huge page; null: there is no room.
void* map_aligned(std::size_t bytes) {
  const std::size_t more = bytes + large_block_size;
  void* const all = mmap(nullptr, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  const auto first = reinterpret_cast<std::uintptr_t>(all);
  const std::uintptr_t begin = (first + large_block_size - 1) / large_block_size * large_block_size;
  const std::size_t before = begin - first, after = large_block_size - before;
  if (before > 0) munmap(all, before);
  if (after > 0) munmap(reinterpret_cast<void*>(begin + bytes), after);
  return reinterpret_cast<void*>(begin);
}

}  // namespace

void* map_pages(std::size_t bytes) {
  for (;;) {
    if (void* const begin = map_aligned(bytes)) {
      advise_huge_pages(begin, bytes);
      return begin;
    }
    const std::new_handler make_room = std::get_new_handler();
    if (make_room == nullptr) throw std::bad_alloc();
    make_room();
  }
}

void unmap_pages(void* begin, std::size_t bytes) noexcept {
  munmap(begin, bytes);
}

#endif

}  // namespace mmd
