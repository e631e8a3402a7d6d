// Windows keeps a dialog above its owner by itself.
#include <SDL.h>
#include <SDL_syswm.h>

#include "app/platform/owner_window.h"

namespace mmd {

std::uint64_t window_number(SDL_Window* window) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (SDL_GetWindowWMInfo(window, &info) != SDL_TRUE || info.subsystem != SDL_SYSWM_WINDOWS) return 0;
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(info.info.win.window));
}

void take_dialogs(SDL_Window*, int) {}
void raise_dialogs(SDL_Window*, int) {}

}  // namespace mmd
