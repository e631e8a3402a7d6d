#pragma once

// Helpers for rows of the action table, and the functions that return the rows of each topic.

#include <span>
#include <type_traits>
#include <vector>

#include "app/actions/action_table.h"
#include "app/actions/handlers.h"

namespace mmd {

namespace handlers {

using Id = ActionId;

std::span<const ActionRow> camera_actions();
std::span<const ActionRow> pose_actions();
std::span<const ActionRow> edit_actions();
std::span<const ActionRow> save_actions();
std::span<const ActionRow> fit_actions();
std::span<const ActionRow> motion_actions();
std::span<const ActionRow> physics_actions();
std::span<const ActionRow> look_actions();
std::span<const ActionRow> picture_actions();
std::span<const ActionRow> export_actions();
std::span<const ActionRow> vrm_actions();
std::span<const ActionRow> window_actions();
std::span<const ActionRow> browse_actions();
std::span<const ActionRow> figure_actions();
std::span<const ActionRow> scene_actions();
std::span<const ActionRow> closing_actions();
std::span<const ActionRow> dialog_actions();

}  // namespace handlers

/// The rows of all topics.
std::vector<std::span<const ActionRow>> action_topics();

template <class T>
std::decay_t<T> value_taken(void (*)(const Parts&, T));

/// Calls a handler without a value, or with the action's value.
template <auto function>
void call(const Parts& parts, [[maybe_unused]] const ActionValue& value) {
  if constexpr (std::is_invocable_v<decltype(function), const Parts&>) {
    function(parts);
  } else {
    function(parts, std::get<decltype(value_taken(function))>(value));
  }
}
/// Calls a handler with a fixed value.
template <auto function, auto argument>
void call_with(const Parts& parts, const ActionValue&) {
  function(parts, argument);
}

/// Keys with Ctrl, and with Ctrl and Shift.
constexpr Key ctrl(SDL_Keycode code, std::string_view name, bool repeats = false) {
  return {code, name, repeats, SDLK_UNKNOWN, Held::control};
}
constexpr Key ctrl_shift(SDL_Keycode code, std::string_view name) {
  return {code, name, false, SDLK_UNKNOWN, Held::control_shift};
}

inline constexpr std::string_view by_mouse = "a value from the mouse";

/// An action with a key or a menu.
constexpr ActionRow action_row(ActionId id, Key key, Needs needs, LocalizedText name, LocalizedText help,
                               void (*perform)(const Parts&, const ActionValue&),
                               bool (*is_on)(const Parts&) = nullptr, std::string_view not_in_menu = {}) {
  return {id, key, needs, name, help, perform, is_on, not_in_menu};
}
/// The same without a help text: the list of keys shows its name.
constexpr ActionRow action_row(ActionId id, Key key, Needs needs, LocalizedText name,
                               void (*perform)(const Parts&, const ActionValue&),
                               bool (*is_on)(const Parts&) = nullptr, std::string_view not_in_menu = {}) {
  return action_row(id, key, needs, name, {}, perform, is_on, not_in_menu);
}

/// Shows or hides a panel.
template <Panel panel>
constexpr ActionRow panel_row(ActionId id, Key key, LocalizedText name, LocalizedText help = {}) {
  return action_row(id, key, Needs::nothing, name, help, call_with<handlers::toggle_panel, panel>,
                    [](const Parts& parts) { return parts.panels.shown(panel); });
}

/// An action that has neither key nor menu. `why`: the reason.
constexpr ActionRow with_value(ActionId id, Needs needs, LocalizedText name,
                               void (*perform)(const Parts&, const ActionValue&),
                               std::string_view why = "a value from a panel") {
  return {id, {}, needs, name, {}, perform, nullptr, why};
}

}  // namespace mmd
