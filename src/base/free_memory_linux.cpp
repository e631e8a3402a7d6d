// On other systems there is room for everything, and nothing is given back.
#include <cstdlib>

#include "base/free_memory.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mmd {

bool has_room_for([[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  void* const block =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return false;
  munmap(block, bytes);
#endif
  return true;
}

void give_back_free_memory() noexcept {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace mmd
