// Does nothing on other systems.
#include <cstdlib>

#include "base/free_memory.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace mmd {

void give_back_free_memory() noexcept {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace mmd
