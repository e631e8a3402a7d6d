// Memory for a graphics driver on Windows, and what to do where no driver has OpenGL 3.3.
#include <string_view>

#include "base/windows_api.h"
#include "render/context_kinds.h"

namespace mmd {

const char* const driver_room_hint = "close other programs or let Windows enlarge the page file";
const char* const no_context_hint =
    "install the graphics card's own driver, or put Mesa's software renderer (opengl32.dll and "
    "libgallium_wgl.dll) beside mmdview.exe";

bool has_room_for_driver() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  // The memory that this process can still allocate, within the limit of its job.
  return !GlobalMemoryStatusEx(&memory) || memory.ullAvailPageFile >= driver_room;
}

std::string old_gl_hint(std::string_view renderer) {
  // The system's own renderer answers where there is no driver: in a remote session, on a new machine.
  if (renderer.find("GDI Generic") != renderer.npos)
    return std::string("Windows has no graphics driver with OpenGL here: ") + no_context_hint;
  return std::string(
      "update the graphics driver, or put Mesa's software renderer (opengl32.dll and "
      "libgallium_wgl.dll) beside mmdview.exe");
}

}  // namespace mmd
