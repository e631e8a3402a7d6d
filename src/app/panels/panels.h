#pragma once

#include "app/actions/action.h"
#include "app/panels/panel_state.h"
#include "app/panels/ui.h"
#include "app/stage/compare_panes.h"
#include "app/text/language.h"
#include "app/text/messages.h"
#include "document/loader.h"
#include "scene/bone_marks.h"

namespace mmd {

struct Parts;

// What lies over the picture. Each is drawn by a file of its own.

/// The last messages, at the bottom of the picture. They let the mouse through. Returns where they begin.
float draw_message_line(Ui& ui, const Messages& messages);

/// Which key shows the keys, at the picture's right above `bottom`.
void draw_key_hint(Ui& ui, float bottom);

/// What is below the menus, as of the last frame or, before it, as it will be.
Room room_below_menus(const Ui& ui, const PanelState& panels);
/// The docks with the panels that are open in them, around the picture. `whole`: what is below the menus.
void draw_docks(Ui& ui, const Parts& parts, const Room& whole, const vec2& pointer, Actions& actions);

/// The keys and what the mouse does, in the middle of `room`; scrolls where that is small.
/// Only those that have what is searched for are listed.
void draw_help_panel(Ui& ui, const Parts& parts, const Room& room);

/// Every action by its name, with a field to search in.
void draw_palette_panel(Ui& ui, const Parts& parts, const Room& room, Actions& actions);

/// The menus, at the top: the actions of the table. Adds what is chosen to `actions`.
void draw_menu_bar(Ui& ui, const Parts& parts, Actions& actions);

/// What the states of a comparison are called, what a heat map's colours mean, the divider of a wipe. `top`:
/// where there is room from.
void draw_compare_overlay(Ui& ui, const ComparePanes& view, const StateNames& names, float top);

/// The names of bones beside their joints (`places` in the window's points): of the selected one, or of
/// `all`, but none over another.
void draw_bone_names(Ui& ui, const Model& model, std::span<const BonePlace> places, std::int32_t selected,
                     bool all);

/// Name, parent and kind of the first of these bones, beside the pointer.
void draw_bone_details(Ui& ui, const Model& model, std::span<const std::int32_t> bones, const vec2& pointer);

/// Name, mode, shape, group and bone of the first of these rigid bodies, and the names of the others.
void draw_body_details(Ui& ui, const Model& model, std::span<const std::int32_t> bodies, const vec2& pointer);

/// A name, what there is to say about it and what else is there, beside the pointer.
void draw_details(Ui& ui, const std::string& name, const std::vector<std::string>& details,
                  const std::vector<std::string>& others, const vec2& pointer);

/// Where the motion is, from `top` on, with a bar that can be dragged. Adds what it is asked to do to
/// `actions`. Returns where it ends.
float draw_playback_panel(Ui& ui, const Playback& playback, bool hides_model, const vec2& pointer, float top,
                          Actions& actions);

/// How far loading is: in the middle, or in a corner below `top`, where a model that is shown stays in sight.
void draw_progress_panel(Ui& ui, const Loader::Status& status, bool model_is_shown, float top);

/// What an earlier window left unsaved, at the top of the picture, with what can be done. Returns where it
/// ends.
float draw_unsaved_offer(Ui& ui, const Parts& parts, float top, Actions& actions);

/// Asks what to do with a pose that is not saved, before the window closes.
void draw_closing_panel(Ui& ui, const Parts& parts, Actions& actions);
/// What a key answers there.
Actions closing_answers(const SDL_Keysym& pressed);

/// What to do while there is no model.
void draw_welcome_panel(Ui& ui);

}  // namespace mmd
