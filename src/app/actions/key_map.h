#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/action_table.h"
#include "options/options.h"

namespace mmd {

/// A key with what is held.
struct KeyPress {
  SDL_Keycode code = SDLK_UNKNOWN;
  Held held = Held::nothing;
  bool operator==(const KeyPress& other) const { return code == other.code && held == other.held; }
};

/// "E", "Ctrl+E", "Ctrl+Shift+Left", "F5": keys are called as SDL calls them. nullopt: no key is called that.
std::optional<KeyPress> key_called(std::string_view name);

/// Whether a field that is typed into makes something of a key: it writes, goes through the text, or cuts,
/// copies, pastes, takes back.
bool is_for_text(const SDL_Keysym& pressed);

/// Which key does what: the table's keys, or others by a person's settings.
class KeyMap {
 public:
  /// The table's.
  KeyMap();

  /// The action gets this key and no other; an action that had it has none any longer. `name`: as it is
  /// shown.
  void bind(ActionId action, const KeyPress& key, std::string name);
  /// The action has no key.
  void unbind(ActionId action);
  /// Takes over what the settings say. Returns what of them makes no sense, each with its line.
  Diagnostics take(std::span<const KeySetting> settings);

  /// The action of a key that was pressed with what is held, or null: none, or held with Alt or the system's
  /// key.
  const ActionRow* row_for(const SDL_Keysym& pressed) const;
  /// What the action's key is called; empty: it has none.
  std::string name_of(ActionId action) const;

 private:
  struct Binding {
    ActionId action;
    KeyPress key;
    std::string name;  ///< empty: its second key
  };
  const ActionRow* row_of_key(const KeyPress& key) const;

  std::vector<Binding> bindings_;
};

}  // namespace mmd
