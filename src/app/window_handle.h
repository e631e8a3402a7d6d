#pragma once

#include <string>

struct SDL_Window;

namespace mmd {

/// The window as the desktop's portals name what a dialog belongs to; empty: it has no such name.
std::string portal_parent(SDL_Window* window);

}  // namespace mmd
