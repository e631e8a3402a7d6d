#pragma once

#include <span>
#include <string_view>

#include <SDL.h>

#include "app/action.h"

namespace mmd {

class Viewer;

/// A key of the keyboard.
struct Key {
  SDL_Keycode code = SDLK_UNKNOWN;
  std::string_view name = {};  ///< as on the keyboard; empty: none
  bool repeats = false;        ///< acts again while it is held
};

/// What must be there for an action; without it the window says what to do.
enum class Needs : std::uint8_t { nothing, model, picture, motion };
/// What the window says then.
std::string_view what_to_do(Needs needs);

/// An action: which key it has, what it is called, what it needs and what it does. The table feeds the
/// window, its help and docs/user/keys.md.
struct ActionRow {
  ActionId id;
  Key key;
  Needs needs;
  std::string_view english, japanese;  ///< what it does, in the words of MikuMikuDance where it has them
  void (*perform)(Viewer& viewer, const ActionValue& value);
};
/// One for each ActionId, in their order.
std::span<const ActionRow> action_table();
const ActionRow& row_of(ActionId id);

/// The action of a key that was pressed, or null: none, or held with Control, Alt or the system's key.
const ActionRow* row_for_key(const SDL_Keysym& pressed);

}  // namespace mmd
