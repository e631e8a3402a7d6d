// Reads the size of the physical memory with sysconf.
#include <unistd.h>

#include "scene/physical_memory.h"

namespace mmd {

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

}  // namespace mmd
