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

/// The window's first size on a desktop with this room, in the same units: upright as figures are, with room
/// for the frame and for what else is there.
Extent sensible_size(Extent desktop);

/// The window with its OpenGL context, current on the thread that opened it. One at a time.
class Window {
 public:
  /// The error says why there is no window or no context.
  static Result<std::unique_ptr<Window>> open(const Options& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  SDL_Window* handle() const { return window_; }
  SDL_GLContext context() const { return context_; }
  /// What mouse positions are measured in.
  Extent size() const;
  /// Pixels.
  Extent drawable_size() const;
  /// By how much text is to be larger than on a screen of 96 dots per inch, in pixels; at least 1.
  float text_scale() const;
  void set_title(const std::string& title);
  /// Shows what was drawn.
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
