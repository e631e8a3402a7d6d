// Only Linux has a test; on other systems the result is always true.
#include "render/context_kinds.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mmd {

bool has_room_for_driver() {
#if defined(__linux__)
  // Reserves address space without memory; fails if `ulimit -v` leaves too little.
  void* const block =
      mmap(nullptr, driver_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return false;
  munmap(block, driver_room);
#endif
  return true;
}

}  // namespace mmd
