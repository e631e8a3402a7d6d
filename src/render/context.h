#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace mmd {

/// An OpenGL 3.3 core context without a window, current on the thread that made it until it is destroyed or
/// leave_thread() is called. Threads that draw at the same time get theirs from contexts_beside().
class OffscreenContext {
 public:
  /// Tries, in order: what SDL_VIDEODRIVER names if it is set; EGL, which needs no display ("offscreen"); a
  /// hidden window on the display there is. The error says what each attempt answered. Needs no display.
  static Result<std::unique_ptr<OffscreenContext>> create();
  virtual ~OffscreenContext() = default;
  /// Lets go of it, so that another thread can make it current there.
  virtual void leave_thread() = 0;
  /// False if that thread cannot have it.
  virtual bool enter_thread() = 0;
  /// For `-v`: "offscreen (EGL): OpenGL 4.5, llvmpipe …".
  virtual std::string description() const = 0;
};

/// Contexts for up to `wanted` threads that draw at once, current on no thread; one is `first`, which must be
/// current. Each has an instance of the driver (in Mesa's words a screen) of its own, of which Mesa has two
/// or three. Contexts of one screen are not safe in two threads: before llvmpipe writes to a buffer, it looks
/// without a lock through what each context of the screen is drawing (llvmpipe_flush_resource(), Mesa 22.3).
std::vector<std::unique_ptr<OffscreenContext>> contexts_beside(std::unique_ptr<OffscreenContext> first,
                                                               std::size_t wanted);

/// Whether there is enough memory for a driver to start and draw. Drivers crash without; create() then fails.
bool has_room_for_driver();

/// Stops drivers on the CPU from starting threads, for which they would wait for ever where none can be
/// started. Call it before the first context is made.
void keep_driver_on_this_thread();

/// Loads the OpenGL functions for the context that is current (the window's, say). Error: below 3.3.
Result<void> load_gl_functions();
/// The error of a driver whose current context is one of an OpenGL below 3.3.
Diagnostic too_old_gl();
/// Whether the driver of the current context runs on the CPU.
bool draws_on_cpu();
/// Version and renderer of the current context.
std::string gl_description();

}  // namespace mmd
