// Dialogs of other programs that belong to a window of X11.
#include <algorithm>
#include <optional>
#include <vector>

#include <SDL.h>
#include <SDL_syswm.h>

#include "app/platform/owner_window.h"

#if defined(SDL_VIDEO_DRIVER_X11)
#include <X11/Xatom.h>
#include <dlfcn.h>
#include <unistd.h>
#endif

namespace mmd {

#if defined(SDL_VIDEO_DRIVER_X11)
namespace {

using XWindow = ::Window;

std::optional<XWindow> x_window(SDL_Window* window) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (SDL_GetWindowWMInfo(window, &info) != SDL_TRUE || info.subsystem != SDL_SYSWM_X11) return std::nullopt;
  return info.info.x11.window;
}

/// A window may be gone before it is asked about.
int ignore_error(Display*, XErrorEvent*) {
  return 0;
}

/// A connection of its own to the display, by functions of Xlib, which SDL has loaded.
class Desktop {
 public:
  Desktop() : library_(dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD)) {
    if (library_ == nullptr) return;
    const bool whole = find("XOpenDisplay", open_) && find("XCloseDisplay", close_) &&
                       find("XSetErrorHandler", set_handler_) && find("XSync", sync_) &&
                       find("XDefaultRootWindow", root_) && find("XInternAtom", atom_) &&
                       find("XGetWindowProperty", property_) && find("XQueryTree", tree_) &&
                       find("XGetTransientForHint", owner_) && find("XSetTransientForHint", set_owner_) &&
                       find("XRaiseWindow", raise_) && find("XSendEvent", send_) && find("XFree", free_);
    if (!whole) return;
    display_ = open_(nullptr);
    if (display_ != nullptr) before_ = set_handler_(ignore_error);
  }
  ~Desktop() {
    if (display_ != nullptr) {
      sync_(display_, 0);
      set_handler_(before_);
      close_(display_);
    }
    if (library_ != nullptr) dlclose(library_);
  }
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  void take_dialogs(XWindow owner, int process, bool raised) {
    if (display_ == nullptr) return;
    for (const XWindow window : windows()) {
      if (window == owner) continue;
      XWindow its_owner = 0;
      const bool known = owner_(display_, window, &its_owner) != 0 && its_owner == owner;
      if (!known && (process == 0 || group_of(window) != process)) continue;
      if (!known) set_owner_(display_, window, owner);
      if (raised) raise(window);
    }
  }

 private:
  template <class Function>
  bool find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    return function != nullptr;
  }

  /// A list of numbers that a window has; empty without it.
  std::vector<unsigned long> numbers(XWindow window, const char* name, Atom kind) {
    constexpr long longest = 4096;
    Atom found = 0;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char* list = nullptr;
    std::vector<unsigned long> out;
    property_(display_, window, atom_(display_, name, 0), 0, longest, 0, kind, &found, &format, &count, &left,
              &list);
    if (list != nullptr && found == kind && format == 32) {
      const auto* first = reinterpret_cast<const unsigned long*>(list);
      out.assign(first, first + count);
    }
    if (list != nullptr) free_(list);
    return out;
  }

  /// The process group of a window's program; 0 if it is unknown.
  int group_of(XWindow window) {
    const std::vector<unsigned long> process = numbers(window, "_NET_WM_PID", XA_CARDINAL);
    return process.empty() ? 0 : std::max(::getpgid(static_cast<pid_t>(process.front())), 0);
  }

  /// Windows of programs: by the window manager's list, or without one those at the top.
  std::vector<XWindow> windows() {
    const XWindow root = root_(display_);
    std::vector<XWindow> out = numbers(root, "_NET_CLIENT_LIST", XA_WINDOW);
    if (!out.empty()) return out;
    XWindow same = 0, parent = 0, *children = nullptr;
    unsigned int number = 0;
    if (tree_(display_, root, &same, &parent, &children, &number) == 0 || children == nullptr) return out;
    out.assign(children, children + number);
    free_(children);
    return out;
  }

  void raise(XWindow window) {
    raise_(display_, window);
    XEvent ask{};
    ask.xclient.type = ClientMessage;
    ask.xclient.window = window;
    ask.xclient.message_type = atom_(display_, "_NET_ACTIVE_WINDOW", 0);
    ask.xclient.format = 32;
    ask.xclient.data.l[0] = 2;  // the user asks for it
    send_(display_, root_(display_), 0, SubstructureNotifyMask | SubstructureRedirectMask, &ask);
  }

  void* library_;
  Display* display_ = nullptr;
  XErrorHandler before_ = nullptr;
  decltype(&XOpenDisplay) open_ = nullptr;
  decltype(&XCloseDisplay) close_ = nullptr;
  decltype(&XSetErrorHandler) set_handler_ = nullptr;
  decltype(&XSync) sync_ = nullptr;
  decltype(&XDefaultRootWindow) root_ = nullptr;
  decltype(&XInternAtom) atom_ = nullptr;
  decltype(&XGetWindowProperty) property_ = nullptr;
  decltype(&XQueryTree) tree_ = nullptr;
  decltype(&XGetTransientForHint) owner_ = nullptr;
  decltype(&XSetTransientForHint) set_owner_ = nullptr;
  decltype(&XRaiseWindow) raise_ = nullptr;
  decltype(&XSendEvent) send_ = nullptr;
  decltype(&XFree) free_ = nullptr;
};

}  // namespace

std::uint64_t window_number(SDL_Window* window) {
  return x_window(window).value_or(0);
}

void take_dialogs(SDL_Window* window, int process) {
  if (const auto owner = x_window(window)) Desktop().take_dialogs(*owner, process, false);
}

void raise_dialogs(SDL_Window* window, int process) {
  if (const auto owner = x_window(window)) Desktop().take_dialogs(*owner, process, true);
}

#else

std::uint64_t window_number(SDL_Window*) {
  return 0;
}

void take_dialogs(SDL_Window*, int) {}
void raise_dialogs(SDL_Window*, int) {}

#endif

}  // namespace mmd
