#pragma once

// The ways to a context that OffscreenContext::create() tries.

#include <cstddef>

#include "render/context.h"

namespace mmd {

/// Bytes of addresses that has_room_for_driver() asks for: Mesa's software renderer takes about 300 MiB for
/// itself, its compiler and its threads.
inline constexpr std::size_t driver_room = std::size_t{512} << 20;

/// By EGL itself: the first of its devices that has what is needed (graphics cards come before the CPU), then
/// without a device, then on the display there is. On systems without EGL an error.
Result<std::unique_ptr<OffscreenContext>> open_egl_context();
/// By a display of EGL that no open context has. Error: each has one, or does not open.
Result<std::unique_ptr<OffscreenContext>> open_egl_context_apart();

/// By a hidden window of SDL. `driver`: SDL's name of a video driver, null for the best of the display there
/// is.
Result<std::unique_ptr<OffscreenContext>> open_sdl_context(const char* driver);

}  // namespace mmd
