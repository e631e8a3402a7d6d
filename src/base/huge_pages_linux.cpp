// Does nothing on other systems.
#include "base/large_blocks.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mmd {

void wish_for_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // Refused where the kernel has none: then the pages are small.
  static_cast<void>(madvise(begin, bytes, MADV_HUGEPAGE));
#endif
}

}  // namespace mmd
