#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace mmd {

/// An OpenGL 3.3 core context without a window. It is current on the thread that created it until it is
/// destroyed or leave_thread() is called. Threads that draw in parallel need contexts from contexts_beside().
class OffscreenContext {
 public:
  /// Creates a context; works without a display. Tries, in order: the driver that SDL_VIDEODRIVER names, if
  /// set; EGL without a display ("offscreen"); a hidden window on the display. The error lists the failure of
  /// each attempt.
  static Result<std::unique_ptr<OffscreenContext>> create();
  virtual ~OffscreenContext() = default;
  /// Releases the context from its thread, so that another thread can call enter_thread().
  virtual void leave_thread() = 0;
  /// Makes the context current on the calling thread. Returns false on failure.
  virtual bool enter_thread() = 0;
  /// Text for `-v`: "offscreen (EGL): OpenGL 4.5, llvmpipe …".
  virtual std::string description() const = 0;
};

/// Contexts for up to `wanted` threads that draw in parallel; none is current on a thread. The list starts
/// with `first`, which must be current on the calling thread. Each context has its own driver instance (Mesa:
/// screen), of which Mesa offers two or three. Contexts of one screen must not be used in parallel: llvmpipe
/// reads the draw state of all contexts of a screen without a lock (llvmpipe_flush_resource(), Mesa 22.3).
std::vector<std::unique_ptr<OffscreenContext>> contexts_beside(std::unique_ptr<OffscreenContext> first,
                                                               std::size_t wanted);

/// Whether enough address space is left for a driver, which would crash without it. Else create() fails.
bool has_room_for_driver();

/// Keeps CPU drivers from starting threads, which hang where none can be created. Call before create().
void keep_driver_on_this_thread();

/// Loads the OpenGL functions for the current context, which may be a window's. Error: OpenGL below 3.3.
Result<void> load_gl_functions();
/// The error for a current context with an OpenGL version below 3.3.
Diagnostic too_old_gl();
/// Whether the driver of the current context runs on the CPU.
bool draws_on_cpu();
/// Version and renderer of the current context.
std::string gl_description();

}  // namespace mmd
