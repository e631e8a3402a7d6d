// Memory for a graphics driver, and hints for drivers without OpenGL 3.3. Only Linux has a test for memory;
// on other systems the result is always true.
#include "render/context_kinds.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mmd {

const char* const driver_room_hint = "raise the memory limit (ulimit -v)";
const char* const no_context_hint =
    "install EGL and Mesa's software renderer (libegl1, libgl1-mesa-dri), or run under Xvfb: "
    "xvfb-run mmdview …";

std::string old_gl_hint(std::string_view /*renderer*/) {
  return "update the graphics driver, or use Mesa's software renderer: LIBGL_ALWAYS_SOFTWARE=1";
}

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
