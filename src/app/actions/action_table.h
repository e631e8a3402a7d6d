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

/// Modifiers of a key. Shift without Control is ignored: some keyboards need it for signs.
enum class Held : std::uint8_t { nothing, control, control_shift };

/// A key of the keyboard.
struct Key {
  SDL_Keycode code = SDLK_UNKNOWN;
  std::string_view name = {};  ///< as on the keyboard, with modifiers: "Ctrl+Z"; empty: no key
  bool repeats = false;        ///< acts again while the user holds it
  SDL_Keycode also = SDLK_UNKNOWN;
  Held held = Held::nothing, held_also = Held::nothing;
};

/// What an action requires; without it the window shows what_to_do().
/// `motion`: any model has one; `own_motion`: the active model has one.
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
/// The message for a missing requirement.
LocalizedText what_to_do(Needs needs);

struct MenuRow;
/// A line of a menu.
struct MenuItem {
  enum class Kind : std::uint8_t { action, line, recent_files, submenu };
  explicit constexpr MenuItem(Kind of_kind) : kind(of_kind) {}
  constexpr MenuItem(ActionId of_action) : action(of_action) {}
  constexpr MenuItem(const MenuRow& menu) : kind(Kind::submenu), submenu(&menu) {}

  Kind kind = Kind::action;
  ActionId action = ActionId::count;
  const MenuRow* submenu = nullptr;
};
/// A menu, or a menu in another one.
struct MenuRow {
  LocalizedText name;
  std::span<const MenuItem> items;

  /// Its actions in order, with those of submenus.
  std::vector<ActionId> actions() const;
};
/// Menus from left to right.
std::span<const MenuRow> menu_table();

/// One action: key, menu, name, requirement and handler. The table feeds the window, its menus and help, and
/// docs/user/keys.md. Names follow MikuMikuDance where it has the action.
struct ActionRow {
  ActionId id = ActionId::count;
  Key key = {};
  Needs needs = Needs::nothing;
  LocalizedText name = {};  ///< in menus
  LocalizedText help = {};  ///< in the list of keys, where the name alone does not suffice
  void (*perform)(const Parts& parts, const ActionValue& value) = nullptr;
  bool (*is_on)(const Parts& parts) = nullptr;  ///< state of a switch; null: not a switch
  std::string_view not_in_menu = {};            ///< reason why no menu has it; empty: one has it
};
/// One row for each ActionId, in the order of the enumerators.
std::span<const ActionRow> action_table();
const ActionRow& row_of(ActionId id);
/// The text of the list of keys: the help, or the name of an action without help.
const LocalizedText& help_of(const ActionRow& row);
/// Whether the requirement is met.
bool is_available(const ActionRow& row, const Stage& stage);

/// Whether the action changes the pose; a playing motion pauses for it.
bool is_edit(ActionId id);
/// Whether the action ends the preview of a pose.
bool ends_preview(ActionId id);
/// Whether the preview of a VRM goes on during the action: the camera may move, and its own end
/// shows the dialog.
bool keeps_t_pose(ActionId id);
/// Whether the action is allowed while the window asks about unsaved poses.
bool answers_closing(ActionId id);
/// Whether a drag of a panel control with this action is one undo step.
bool joins_gesture(ActionId id);

/// The name of an action in settings and recorded lists: "toggle-edges". It never changes.
std::string_view word_of(ActionId id);
std::optional<ActionId> action_called(std::string_view word);

/// Whether each word of `search` is in one of the texts; case of Latin letters is ignored.
bool matches(std::string_view search, std::initializer_list<std::string_view> texts);

/// Menu actions, in the table's order, whose name (in either language), synonym or settings name matches
/// `search`.
std::vector<const ActionRow*> actions_called(std::string_view search);

/// A result of the action finder.
struct PaletteEntry {
  const ActionRow* row = nullptr;  ///< null: a bone or a morph
  std::string name;                ///< of a bone or a morph
  LocalizedText kind;              ///< of a bone or a morph
  Action action;
};

/// Search text of the action finder, and the chosen result.
class Palette {
 public:
  std::string search;

  /// Actions, then bones and morphs of the model by names and romaji. `model`: may be null.
  std::vector<PaletteEntry> found(const Model* model) const;
  /// Index into `count` results; 0 if nothing was found.
  std::size_t chosen(std::size_t count) const;
  /// Moves down (up if negative) and wraps at the ends of `found` results.
  void step(int by, std::size_t found);
  /// Empties the search and chooses the first result.
  void clear();

 private:
  std::size_t chosen_ = 0;
};

/// Further words, in both languages, by which the action finder finds an action; may be empty.
std::string_view synonyms_of(ActionId id);

}  // namespace mmd
