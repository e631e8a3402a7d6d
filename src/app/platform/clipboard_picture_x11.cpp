// The clipboard of X11, which asks its owner for the picture when someone pastes, and that of Wayland by the
// program wl-copy.
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <SDL.h>

#include "app/platform/clipboard_picture.h"
#include "base/errors.h"
#include "commands/output/child_process.h"

#if defined(SDL_VIDEO_DRIVER_X11)
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>
#endif

namespace mmd {
namespace {

bool uses(const char* driver) {
  const char* used = SDL_GetCurrentVideoDriver();
  return used != nullptr && std::string_view(used) == driver;
}

/// wl-copy stays in the background for as long as the clipboard has the picture.
Result<void> copy_by_program(const Bytes& png) {
  MMD_TRY(auto program, ChildProcess::start("wl-copy", {"--type", "image/png"},
                                            make_error("copying pictures needs the program wl-copy",
                                                       "install the package wl-clipboard")));
  const bool written = program.write(png);
  program.close_input();
  if (!written || program.wait().status != 0) return fail("wl-copy did not take the picture");
  return {};
}

#if defined(SDL_VIDEO_DRIVER_X11)

/// Owns the selection CLIPBOARD over a connection of its own, on a thread, until another program does. Uses
/// functions of Xlib, which SDL has loaded.
class ClipboardOwner {
 public:
  explicit ClipboardOwner(Bytes png)
      : png_(std::move(png)), library_(dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD)) {}
  ClipboardOwner(const ClipboardOwner&) = delete;
  ClipboardOwner& operator=(const ClipboardOwner&) = delete;
  ~ClipboardOwner() {
    if (thread_.joinable()) {
      const char byte = 0;
      if (::write(wake_[1], &byte, 1) != 1) ::close(std::exchange(wake_[1], -1));  // ends it, too
      thread_.join();
    }
    for (const int end : wake_)
      if (end >= 0) ::close(end);
    if (display_ != nullptr) close_(display_);
    if (library_ != nullptr) dlclose(library_);
  }

  Result<void> begin() {
    const bool whole = library_ != nullptr && find("XOpenDisplay", open_) && find("XCloseDisplay", close_) &&
                       find("XDefaultRootWindow", root_) && find("XCreateSimpleWindow", create_) &&
                       find("XInternAtom", atom_) && find("XSetSelectionOwner", own_) &&
                       find("XGetSelectionOwner", owner_) && find("XPending", pending_) &&
                       find("XNextEvent", next_) && find("XChangeProperty", change_) &&
                       find("XSendEvent", send_) && find("XFlush", flush_) &&
                       find("XConnectionNumber", number_) && find("XExtendedMaxRequestSize", most_words_);
    display_ = whole ? open_(nullptr) : nullptr;
    if (display_ == nullptr || ::pipe(wake_.data()) != 0) return fail("the clipboard cannot be reached");
    constexpr std::size_t request = 64, bytes_per_word = 4;
    if (png_.size() + request > bytes_per_word * static_cast<std::size_t>(most_words_(display_)))
      return fail("the picture is too large for the clipboard", "save it, or choose a smaller size");
    window_ = create_(display_, root_(display_), 0, 0, 1, 1, 0, 0, 0);
    clipboard_ = atom_(display_, "CLIPBOARD", False);
    targets_ = atom_(display_, "TARGETS", False);
    picture_ = atom_(display_, "image/png", False);
    own_(display_, clipboard_, window_, CurrentTime);
    if (owner_(display_, clipboard_) != window_) return fail("another program keeps the clipboard");
    thread_ = std::thread([this] { answer_requests(); });
    return {};
  }

 private:
  template <class Function>
  bool find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    return function != nullptr;
  }

  void answer_requests() {
    for (;;) {
      while (pending_(display_) > 0) {
        XEvent event;
        next_(display_, &event);
        if (event.type == SelectionClear) return;
        if (event.type == SelectionRequest) answer(event.xselectionrequest);
      }
      pollfd ends[] = {{number_(display_), POLLIN, 0}, {wake_[0], POLLIN, 0}};
      if (::poll(ends, 2, -1) < 0 || ends[1].revents != 0) return;
    }
  }

  void answer(const XSelectionRequestEvent& request) {
    XEvent reply;
    std::memset(&reply, 0, sizeof(reply));
    reply.xselection.type = SelectionNotify;
    reply.xselection.requestor = request.requestor;
    reply.xselection.selection = request.selection;
    reply.xselection.target = request.target;
    reply.xselection.time = request.time;
    const Atom property = request.property != None ? request.property : request.target;
    if (request.target == targets_) {
      const std::array<Atom, 2> offered{targets_, picture_};
      change_(display_, request.requestor, property, XA_ATOM, 32, PropModeReplace,
              reinterpret_cast<const unsigned char*>(offered.data()), static_cast<int>(offered.size()));
      reply.xselection.property = property;
    } else if (request.target == picture_) {
      change_(display_, request.requestor, property, picture_, 8, PropModeReplace,
              reinterpret_cast<const unsigned char*>(png_.data()), static_cast<int>(png_.size()));
      reply.xselection.property = property;
    }
    send_(display_, request.requestor, False, NoEventMask, &reply);
    flush_(display_);
  }

  Bytes png_;
  void* library_;
  Display* display_ = nullptr;
  ::Window window_ = None;
  Atom clipboard_ = None, targets_ = None, picture_ = None;
  std::array<int, 2> wake_{-1, -1};
  std::thread thread_;

  Display* (*open_)(const char*) = nullptr;
  int (*close_)(Display*) = nullptr;
  ::Window (*root_)(Display*) = nullptr;
  ::Window (*create_)(Display*, ::Window, int, int, unsigned, unsigned, unsigned, unsigned long,
                      unsigned long) = nullptr;
  Atom (*atom_)(Display*, const char*, Bool) = nullptr;
  int (*own_)(Display*, Atom, ::Window, Time) = nullptr;
  ::Window (*owner_)(Display*, Atom) = nullptr;
  int (*pending_)(Display*) = nullptr;
  int (*next_)(Display*, XEvent*) = nullptr;
  int (*change_)(Display*, ::Window, Atom, Atom, int, int, const unsigned char*, int) = nullptr;
  Status (*send_)(Display*, ::Window, Bool, long, XEvent*) = nullptr;
  int (*flush_)(Display*) = nullptr;
  int (*number_)(Display*) = nullptr;
  long (*most_words_)(Display*) = nullptr;
};

#endif

}  // namespace

Result<void> copy_picture(const Image& image) {
  MMD_TRY(auto png, encode_png(image));
  if (uses("wayland")) return copy_by_program(png);
#if defined(SDL_VIDEO_DRIVER_X11)
  if (uses("x11")) {
    static std::unique_ptr<ClipboardOwner> owner;  // of the last copied picture, until the program ends
    owner = std::make_unique<ClipboardOwner>(std::move(png));
    auto begun = owner->begin();
    if (!begun) owner.reset();
    return begun;
  }
#endif
  return fail("there is no clipboard for pictures here", "save the picture instead");
}

}  // namespace mmd
