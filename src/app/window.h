#pragma once

#include <memory>
#include <string>

#include <SDL.h>

#include "app/platform/desktop.h"
#include "base/result.h"
#include "options/options.h"

namespace mmd {

struct Extent {
  int width = 0, height = 0;
};

/// Initial window size for the usable size of a desktop, in the same units: upright, with space for the
/// frame.
Extent sensible_size(Extent desktop);

/// The window with its OpenGL context, which is current on the opening thread. One at a time.
class Window {
 public:
  /// Error: no window or no context.
  static Result<std::unique_ptr<Window>> open(const Options& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  SDL_Window* handle() const { return window_; }
  SDL_GLContext context() const { return context_; }
  /// Size in the units of mouse positions.
  Extent size() const;
  /// Pixels.
  Extent drawable_size() const;
  /// Text scale relative to 96 dots per inch, in pixels; at least 1.
  float text_scale() const;
  void set_title(const std::string& title);
  /// Drops clicks that nobody has handled: they were made on what the window showed before.
  void forget_clicks();
  /// Presents the frame.
  void present();

 private:
  Window() = default;
  Result<void> create(const Options& options);
  Result<void> open_with(Extent size, int samples);
  void close();
  float dots_per_inch() const;

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  DesktopDpi desktop_dpi_;
};

}  // namespace mmd
