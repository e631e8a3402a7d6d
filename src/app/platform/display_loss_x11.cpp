#include <cstdlib>

#include <SDL.h>
#include <dlfcn.h>

#include "app/platform/display_loss.h"
#include "options/messages.h"

namespace mmd {
namespace {

using ErrorHandler = int (*)(void* display);

/// Xlib calls this from wherever the loss was found, and must not be returned to: other threads go on, and
/// the graphics driver may hold locks, so nothing is cleaned up.
int end(void*) {
  print(make_error("the display is gone", "is the desktop or the connection to it still running?"), {});
  std::_Exit(exit_no_context);
}

}  // namespace

void end_when_display_is_lost() {
  const char* driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || SDL_strcmp(driver, "x11") != 0) return;
  // SDL has loaded the library; the program itself does not need it.
  void* xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (xlib == nullptr) return;
  using SetHandler = ErrorHandler (*)(ErrorHandler);
  if (const auto set = reinterpret_cast<SetHandler>(dlsym(xlib, "XSetIOErrorHandler")); set != nullptr)
    set(end);
  dlclose(xlib);
}

}  // namespace mmd
