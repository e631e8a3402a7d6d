#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// mmdview: the keys of the action table. mmd: the same with MikuMikuDance's keys, which win conflicts.
enum class KeySet : std::uint8_t { mmdview, mmd, count };

/// Keys of actions: those of a key set, changed by the user's settings.
class KeyMap {
 public:
  /// Starts with the keys of the action table.
  KeyMap();

  void use(KeySet keys) { used_ = keys; }
  KeySet used() const { return used_; }

  /// In all sets: gives the action this key alone and takes the key from any other action. `name`: the key as
  /// shown.
  void bind(ActionId action, const KeyPress& key, std::string_view name);
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
  using Bindings = std::vector<Binding>;
  static void add(Bindings& bindings, ActionId action, const KeyPress& key, std::string_view name);
  const Bindings& bindings() const { return sets_[static_cast<std::size_t>(used_)]; }
  const ActionRow* row_of_key(const KeyPress& key) const;

  std::array<Bindings, static_cast<std::size_t>(KeySet::count)> sets_;
  KeySet used_ = KeySet::mmdview;
};

}  // namespace mmd
