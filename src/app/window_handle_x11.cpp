#include <SDL.h>
#include <fmt/format.h>

#include "app/window_handle.h"
// SDL names X11's types where it can show windows there, and needs their headers then.
#if __has_include(<X11/Xlib.h>)
#include <SDL_syswm.h>
#endif

namespace mmd {

std::string portal_parent([[maybe_unused]] SDL_Window* window) {
#if defined(SDL_VIDEO_DRIVER_X11) && defined(SDL_syswm_h_)
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (SDL_GetWindowWMInfo(window, &info) == SDL_TRUE && info.subsystem == SDL_SYSWM_X11)
    return fmt::format("x11:{:x}", info.info.x11.window);
#endif
  return {};
}

}  // namespace mmd
