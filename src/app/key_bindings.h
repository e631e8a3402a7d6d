#pragma once

#include <span>
#include <string_view>

#include <SDL.h>

namespace mmd {

class Viewer;

/// A key and what it does. The table feeds the window, its help and docs/user/keys.md.
struct KeyBinding {
  SDL_Keycode key;
  bool repeats;           ///< acts again while it is held
  std::string_view name;  ///< as on the keyboard
  std::string_view help;
  void (*action)(Viewer& viewer);
};
std::span<const KeyBinding> key_bindings();

/// The row for a key that was pressed, or null: none, or held with Control, Alt or the system's key.
const KeyBinding* binding_of(const SDL_Keysym& pressed);

}  // namespace mmd
