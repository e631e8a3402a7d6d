#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/action_table.h"
#include "options/options.h"

namespace mmd {

/// A key with its modifiers.
struct KeyPress {
  SDL_Keycode code = SDLK_UNKNOWN;
  Held held = Held::nothing;
  bool operator==(const KeyPress& other) const { return code == other.code && held == other.held; }
};

/// Parses "E", "Ctrl+E", "Ctrl+Shift+Left", "F5" (SDL's key names). nullopt: unknown key.
std::optional<KeyPress> key_called(std::string_view name);

/// Whether a text field uses the key: it writes, moves the cursor, cuts, copies, pastes or undoes.
bool is_for_text(const SDL_Keysym& pressed);

/// Keys of actions: the table's keys, changed by the user's settings.
class KeyMap {
 public:
  /// Starts with the keys of the action table.
  KeyMap();

  /// Gives the action this key alone and takes the key from any other action. `name`: the key as shown.
  void bind(ActionId action, const KeyPress& key, std::string name);
  /// Removes the action's keys.
  void unbind(ActionId action);
  /// Applies settings. Returns a warning with its line for each invalid setting.
  Diagnostics take(std::span<const KeySetting> settings);

  /// The action of a pressed key; null if it has none, or if Alt or the system key is held.
  const ActionRow* row_for(const SDL_Keysym& pressed) const;
  /// Name of the action's key; empty if it has none.
  std::string name_of(ActionId action) const;

 private:
  struct Binding {
    ActionId action;
    KeyPress key;
    std::string name;  ///< empty for a second key
  };
  const ActionRow* row_of_key(const KeyPress& key) const;

  std::vector<Binding> bindings_;
};

}  // namespace mmd
