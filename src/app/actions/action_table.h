#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <SDL.h>

#include "app/actions/action.h"
#include "app/text/language.h"

namespace mmd {

struct Parts;
class Stage;

/// What is held together with a key. Without Control, Shift does not count: some keyboards need it for signs.
enum class Held : std::uint8_t { nothing, control, control_shift };

/// A key of the keyboard.
struct Key {
  SDL_Keycode code = SDLK_UNKNOWN;
  std::string_view name = {};  ///< as on the keyboard, with what is held: "Ctrl+Z"; empty: none
  bool repeats = false;        ///< acts again while it is held
  SDL_Keycode also = SDLK_UNKNOWN;
  Held held = Held::nothing, held_also = Held::nothing;
};

/// What must be there for an action; without it the window says what to do.
/// `motion`: of any model that is shown; `own_motion`: of the one that is worked on.
enum class Needs : std::uint8_t {
  nothing,
  model,
  picture,
  motion,
  own_motion,
  motion_camera,
  done_step,
  undone_step
};
/// What the window says then.
LocalizedText what_to_do(Needs needs);

/// The menu that an action stands in.
enum class Menu : std::uint8_t { file, edit, view, camera, pose, motion, physics, help, nowhere };
struct MenuRow {
  Menu menu;
  LocalizedText name;
};
/// From left to right.
std::span<const MenuRow> menu_table();

/// An action: which key and menu it has, what it is called, what it needs and what it does. The table feeds
/// the window, its menus and help, and docs/user/keys.md. Words are MikuMikuDance's where it has them.
struct ActionRow {
  ActionId id = ActionId::count;
  Key key = {};
  Needs needs = Needs::nothing;
  Menu menu = Menu::nowhere;
  LocalizedText name = {};  ///< in menus
  LocalizedText help = {};  ///< what its key does, in the list of keys
  void (*perform)(const Parts& parts, const ActionValue& value) = nullptr;
  bool (*is_on)(const Parts& parts) = nullptr;  ///< of what is switched on and off
  std::string_view not_in_menu = {};            ///< why not, of Menu::nowhere
};
/// One for each ActionId, in their order.
std::span<const ActionRow> action_table();
const ActionRow& row_of(ActionId id);
/// Whether what it needs is there.
bool is_available(const ActionRow& row, const Stage& stage);

/// Whether it changes the pose: a motion that plays pauses for it.
bool is_edit(ActionId id);
/// Whether a pose that is only tried goes for it.
bool ends_preview(ActionId id);
/// Whether it can be done while the window asks what to do with what is not saved.
bool answers_closing(ActionId id);
/// Whether what a control of a panel does while it is held is to be one step.
bool joins_gesture(ActionId id);

/// What an action is called where a person writes it (settings, recorded lists): "toggle-edges". Never
/// changes.
std::string_view word_of(ActionId id);
std::optional<ActionId> action_called(std::string_view word);

/// Whether each word of `search` is in one of the texts; without regard to the case of Latin letters.
bool matches(std::string_view search, std::initializer_list<std::string_view> texts);

/// The actions that a person can choose by name: those of the menus, in the table's order, whose name, in
/// either language, or word has what is searched for.
std::vector<const ActionRow*> actions_called(std::string_view search);

/// What is typed to find an action, and which of those that are found is chosen.
class Palette {
 public:
  std::string search;

  std::vector<const ActionRow*> found() const { return actions_called(search); }
  /// Index into found(); 0 if there are none.
  std::size_t chosen() const;
  /// Goes that many down (up where negative), around at the ends.
  void step(int by);
  /// As if nothing had been typed.
  void clear();

 private:
  std::size_t chosen_ = 0;
};

}  // namespace mmd
