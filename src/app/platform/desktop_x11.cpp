#include <SDL.h>
#include <dlfcn.h>

#include "app/platform/desktop.h"
#include "options/messages.h"

namespace mmd {
namespace {

constexpr float millimetres_per_inch = 25.4f;

/// Functions of Xlib, which SDL has loaded; the program does not link to it.
class Xlib {
 public:
  using Display = void;

  Xlib() : library_(dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD)) {
    if (library_ == nullptr) return;
    find("XOpenDisplay", open);
    find("XCloseDisplay", close);
    find("XResourceManagerString", resources);
    find("XDisplayHeight", height);
    find("XDisplayHeightMM", height_mm);
    find("XDefaultRootWindow", root);
    find("XQueryPointer", pointer);
  }
  ~Xlib() {
    if (library_ != nullptr) dlclose(library_);
  }
  Xlib(const Xlib&) = delete;
  Xlib& operator=(const Xlib&) = delete;

  bool whole() const { return open && close && resources && height && height_mm && root && pointer; }

  Display* (*open)(const char* name) = nullptr;
  int (*close)(Display*) = nullptr;
  char* (*resources)(Display*) = nullptr;
  int (*height)(Display*, int screen) = nullptr;
  int (*height_mm)(Display*, int screen) = nullptr;
  unsigned long (*root)(Display*) = nullptr;
  int (*pointer)(Display*, unsigned long window, unsigned long* root, unsigned long* child, int* root_x,
                 int* root_y, int* x, int* y, unsigned int* mask) = nullptr;

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
  }

  void* library_;
};

DesktopDpi ask(const Xlib& xlib, Xlib::Display* display) {
  DesktopDpi out;
  if (const char* text = xlib.resources(display); text != nullptr) out.wanted = dpi_of_resources(text);
  const int height = xlib.height(display, 0), millimetres = xlib.height_mm(display, 0);
  if (height > 0 && millimetres > 0)
    out.measured = static_cast<float>(height) / static_cast<float>(millimetres) * millimetres_per_inch;
  return out;
}

constexpr unsigned int shift_mask = 1;

bool asks_for_shift(const Xlib& xlib, Xlib::Display* display) {
  unsigned long root = 0, child = 0;
  int root_x = 0, root_y = 0, x = 0, y = 0;
  unsigned int mask = 0;
  xlib.pointer(display, xlib.root(display), &root, &child, &root_x, &root_y, &x, &y, &mask);
  return (mask & shift_mask) != 0;
}

/// Asks the display over a connection of its own.
template <class Answer>
Answer ask_display(Answer (*question)(const Xlib&, Xlib::Display*)) {
  const char* driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || SDL_strcmp(driver, "x11") != 0) return {};
  const Xlib xlib;
  if (!xlib.whole()) return {};
  Xlib::Display* display = xlib.open(nullptr);
  if (display == nullptr) return {};
  const Answer out = question(xlib, display);
  xlib.close(display);
  return out;
}

using ErrorHandler = int (*)(void* display);

/// Xlib calls this from any place and must not be returned to. Other threads continue and the graphics driver
/// may hold locks, so nothing is cleaned up.
int end(void*) {
  print(make_error("lost the connection to the display", "check that the desktop session is still running"),
        {});
  std::_Exit(exit_no_context);
}

}  // namespace

DesktopDpi desktop_dpi() {
  return ask_display(ask);
}

bool shift_is_held() {
  return (SDL_GetModState() & KMOD_SHIFT) != 0 || ask_display(asks_for_shift);
}

void end_when_display_is_lost() {
  const char* driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || SDL_strcmp(driver, "x11") != 0) return;
  // SDL has loaded the library.
  void* xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (xlib == nullptr) return;
  using SetHandler = ErrorHandler (*)(ErrorHandler);
  if (const auto set = reinterpret_cast<SetHandler>(dlsym(xlib, "XSetIOErrorHandler")); set != nullptr)
    set(end);
  dlclose(xlib);
}

}  // namespace mmd
