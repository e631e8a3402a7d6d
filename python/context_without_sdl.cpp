// In place of render/context_sdl.cpp, so that the module needs no SDL, which needs the libraries of a
// desktop.

#include "render/context_kinds.h"

namespace mmd {

Result<std::unique_ptr<OffscreenContext>> open_sdl_context(const char*) {
  return fail("the Python module draws with EGL alone");
}

}  // namespace mmd
