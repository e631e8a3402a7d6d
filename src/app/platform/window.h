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

/// Widths of a window's frame in points.
struct FrameWidths {
  int top = 0, left = 0, bottom = 0, right = 0;
};

/// Place and size for a window, without its frame, so that all of it with the frame is on the screen.
SDL_Rect fitted_window(const SDL_Rect& wanted, const SDL_Rect& usable, const FrameWidths& frame);

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
  bool is_maximised() const { return (SDL_GetWindowFlags(window_) & SDL_WINDOW_MAXIMIZED) != 0; }
  /// Call now and then: remembers the size unless the window is maximised.
  void note_size();
  /// The size that a maximised window has when it is restored.
  Extent restored_size() const { return restored_.width > 0 ? restored_ : size(); }
  /// Text scale relative to 96 dots per inch, in pixels; at least 1.
  float text_scale() const;
  void set_title(const std::string& title);
  /// Drops presses of mouse buttons that nobody has handled: they were made on what the window showed before.
  void forget_clicks();
  /// Presents the frame.
  void present();

 private:
  Window() = default;
  Result<void> create(const Options& options);
  Result<void> open_with(Extent size, int samples);
  void close();
  void fit_screen();
  float dots_per_inch() const;

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  DesktopDpi desktop_dpi_;
  Extent restored_;
};

}  // namespace mmd
