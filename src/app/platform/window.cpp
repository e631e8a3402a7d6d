#include "app/platform/window.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/platform/desktop.h"
#include "base/errors.h"
#include "render/context.h"

namespace mmd {
namespace {

constexpr int smallest_side = 64;

/// Whether a driver may have a desktop: it shows something and does not take over a text console.
constexpr std::array<std::string_view, 5> no_desktop = {"offscreen", "dummy", "evdev", "KMSDRM", "vivante"};

/// Value of an environment variable; empty if it is not set.
std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Whether to try a driver. Wayland's library prints errors without a session.
bool may_have_desktop(std::string_view driver) {
  if (driver == "wayland" && variable("XDG_RUNTIME_DIR").empty()) return false;
  return std::find(no_desktop.begin(), no_desktop.end(), driver) == no_desktop.end();
}

/// X11 converts titles to the locale's encoding, which would drop Japanese. Only the encoding is set, so
/// number formats stay.
void use_utf8_for_titles() {
  for (const char* locale : {"C.UTF-8", "en_US.UTF-8", ""}) {
    if (std::setlocale(LC_CTYPE, locale) != nullptr) return;
  }
}

Result<void> start_video() {
  use_utf8_for_titles();
  // Ctrl-C ends the program at once instead of sending an event.
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  // The click that raises the window also starts a drag.
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetMainReady();
  std::string reason;
  if (const std::string_view wanted = variable("SDL_VIDEODRIVER"); !wanted.empty()) {
    if (wanted == "offscreen" || wanted == "dummy")
      return fail("no display found: SDL_VIDEODRIVER is set to " + std::string(wanted));
    if (SDL_VideoInit(wanted.data()) == 0) return {};
    reason = SDL_GetError();
  } else {
    for (int i = 0; i < SDL_GetNumVideoDrivers(); ++i) {
      const char* driver = SDL_GetVideoDriver(i);
      if (may_have_desktop(driver) && SDL_VideoInit(driver) == 0) return {};
    }
    reason = SDL_GetNumVideoDrivers() > 0 ? "no video driver of the desktop works" : SDL_GetError();
  }
  return fail("no display found: " + reason);
}

void set_context_attributes(int samples) {
  SDL_GL_ResetAttributes();
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 8);  // ground shadows are stencilled
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 1 ? 1 : 0);
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples > 1 ? samples : 0);
}

/// The requested size or a default, limited to the desktop.
Extent first_size(const Options& options) {
  SDL_Rect desktop{};
  if (SDL_GetDisplayUsableBounds(0, &desktop) != 0 || desktop.w <= 0 || desktop.h <= 0)
    desktop = {0, 0, 1280, 1024};
  Extent size = sensible_size({desktop.w, desktop.h});
  if (options.size)
    size = {std::min(options.size->width, desktop.w), std::min(options.size->height, desktop.h)};
  return {std::max(size.width, smallest_side), std::max(size.height, smallest_side)};
}

}  // namespace

Extent sensible_size(Extent desktop) {
  // Three quarters of the area. A share of the desktop works in pixels (X11) and in points (Wayland).
  return {desktop.width * 88 / 100, desktop.height * 88 / 100};
}

SDL_Rect fitted_window(const SDL_Rect& wanted, const SDL_Rect& usable, const FrameWidths& frame) {
  const int left = usable.x + frame.left, right = usable.x + usable.w - frame.right;
  const int top = usable.y + frame.top, bottom = usable.y + usable.h - frame.bottom;
  SDL_Rect out = wanted;
  out.w = std::max(std::min(wanted.w, right - left), smallest_side);
  out.h = std::max(std::min(wanted.h, bottom - top), smallest_side);
  out.x = std::max(std::min(wanted.x, right - out.w), left);
  out.y = std::max(std::min(wanted.y, bottom - out.h), top);
  return out;
}

Result<std::unique_ptr<Window>> Window::open(const Options& options) {
  MMD_TRY(start_video());
  end_when_display_is_lost();
  auto window = std::unique_ptr<Window>(new Window());
  MMD_TRY(window->create(options));
  return window;
}

Result<void> Window::open_with(Extent size, int samples) {
  close();
  set_context_attributes(samples);
  window_ = SDL_CreateWindow(
      "mmdview", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height,
      SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
  if (window_ != nullptr) context_ = SDL_GL_CreateContext(window_);
  const std::string reason = SDL_GetError();
  SDL_GL_ResetAttributes();
  if (context_ != nullptr) return load_gl_functions();
  // A driver that has only an older OpenGL gives a context without attributes.
  if (SDL_GLContext any = window_ != nullptr ? SDL_GL_CreateContext(window_) : nullptr; any != nullptr) {
    Diagnostic old = too_old_gl();
    SDL_GL_DeleteContext(any);
    return fail(std::move(old));
  }
  return fail("no OpenGL 3.3 context: " + reason);
}

void Window::close() {
  if (context_ != nullptr) SDL_GL_DeleteContext(context_);
  if (window_ != nullptr) SDL_DestroyWindow(window_);
  context_ = nullptr;
  window_ = nullptr;
}

Result<void> Window::create(const Options& options) {
  const Extent size = first_size(options);
  const int samples = std::min(options.samples, 16);
  Result<void> opened = open_with(size, samples);
  // Some servers have no multisampled windows. On the CPU, moving pictures have no multisampling; pictures at
  // rest use a separate framebuffer (WindowCanvas).
  if (samples > 1 && (context_ == nullptr || (opened && draws_on_cpu()))) opened = open_with(size, 0);
  if (!opened) return opened;
  SDL_SetWindowMinimumSize(window_, smallest_side, smallest_side);
  SDL_ShowWindow(window_);
  fit_screen();
  note_size();
  if (options.window.maximised) SDL_MaximizeWindow(window_);
  SDL_GL_SetSwapInterval(1);
  desktop_dpi_ = desktop_dpi();
  SDL_StopTextInput();  // keys are commands: no input method in between
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
  return {};
}

/// Moves and shrinks the shown window, whose frame is known, into the usable part of its screen.
void Window::fit_screen() {
  SDL_Rect usable{}, now{};
  if (SDL_GetDisplayUsableBounds(std::max(SDL_GetWindowDisplayIndex(window_), 0), &usable) != 0) return;
  FrameWidths frame;
  if (SDL_GetWindowBordersSize(window_, &frame.top, &frame.left, &frame.bottom, &frame.right) != 0)
    frame = {};
  SDL_GetWindowPosition(window_, &now.x, &now.y);
  SDL_GetWindowSize(window_, &now.w, &now.h);
  const SDL_Rect fitted = fitted_window(now, usable, frame);
  if (fitted.w != now.w || fitted.h != now.h) SDL_SetWindowSize(window_, fitted.w, fitted.h);
  if (fitted.x != now.x || fitted.y != now.y) SDL_SetWindowPosition(window_, fitted.x, fitted.y);
}

void Window::note_size() {
  constexpr Uint32 other_sizes = SDL_WINDOW_MAXIMIZED | SDL_WINDOW_MINIMIZED | SDL_WINDOW_FULLSCREEN;
  if ((SDL_GetWindowFlags(window_) & other_sizes) == 0) restored_ = size();
}

Window::~Window() {
  close();
  SDL_VideoQuit();
}

Extent Window::size() const {
  Extent e;
  SDL_GetWindowSize(window_, &e.width, &e.height);
  return e;
}

Extent Window::drawable_size() const {
  Extent e;
  SDL_GL_GetDrawableSize(window_, &e.width, &e.height);
  return e;
}

/// The desktop's setting first, then the display's measured resolution.
float Window::dots_per_inch() const {
  if (desktop_dpi_.wanted) return *desktop_dpi_.wanted;
  float of_display = 0.0f;
  const int display = std::max(SDL_GetWindowDisplayIndex(window_), 0);
  if (SDL_GetDisplayDPI(display, nullptr, &of_display, nullptr) == 0 && of_display > 0.0f) return of_display;
  return desktop_dpi_.measured.value_or(96.0f);
}

float Window::text_scale() const {
  const Extent points = size(), pixels = drawable_size();
  const float by_pixels =
      points.width > 0 ? static_cast<float>(pixels.width) / static_cast<float>(points.width) : 1.0f;
  return std::clamp(std::max(by_pixels, dots_per_inch() / 96.0f), 1.0f, 3.0f);
}

void Window::set_title(const std::string& title) {
  SDL_SetWindowTitle(window_, title.c_str());
}

void Window::forget_clicks() {
  SDL_PumpEvents();
  SDL_FlushEvent(SDL_MOUSEBUTTONDOWN);
}

void Window::present() {
  SDL_GL_SwapWindow(window_);
}

}  // namespace mmd
