#pragma once

#include <cstdint>

struct SDL_Window;

namespace mmd {

/// The number by which dialogs of the desktop know a window: of X11, or the handle of Windows. 0: none, as on
/// Wayland.
std::uint64_t window_number(SDL_Window* window);

/// Makes the windows of a process group (0: none) dialogs of this window: zenity ignores its option for that.
/// Window managers keep dialogs above their window.
void take_dialogs(SDL_Window* window, int process);
/// Does that, and raises all dialogs of the window, as far as the desktop lets other programs do it.
void raise_dialogs(SDL_Window* window, int process);

}  // namespace mmd
