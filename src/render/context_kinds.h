#pragma once

// The kinds of context that OffscreenContext::create() tries.

#include <cstddef>
#include <string>
#include <string_view>

#include "render/context.h"

namespace mmd {

/// Bytes of address space that has_room_for_driver() requires: Mesa's software renderer takes about 300 MiB
/// for its code, compiler and threads.
inline constexpr std::size_t driver_room = std::size_t{512} << 20;

/// Hints for too little memory, and for no context.
extern const char* const driver_room_hint;
extern const char* const no_context_hint;
/// The hint for a driver, named as in GL_RENDERER, that has only an older OpenGL.
std::string old_gl_hint(std::string_view renderer);

/// Opens a context with EGL on its first suitable device (graphics cards come before the CPU), then without a
/// device, then on the default display. Error on systems without EGL.
Result<std::unique_ptr<OffscreenContext>> open_egl_context();
/// Opens a context on an EGL display that no open context uses. Error: all are in use or cannot be opened.
Result<std::unique_ptr<OffscreenContext>> open_egl_context_apart();

/// Opens a context with a hidden SDL window. `driver`: SDL's name of a video driver; null: SDL's default.
Result<std::unique_ptr<OffscreenContext>> open_sdl_context(const char* driver);

}  // namespace mmd
