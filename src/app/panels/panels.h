#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/actions/parts.h"
#include "app/input/mouse.h"
#include "app/panels/ui.h"
#include "scene/bone_marks.h"

namespace mmd {

/// Draws the menus and all panels that are open, and what is written over the picture. Panels add what they
/// are asked to do to `actions`.
void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions);

// What lies over the picture.

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

/// The menus, at the top: the actions of the table.
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

/// Where the motion is, from `top` on, with a bar that can be dragged. Returns where it ends.
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

// What lies in docks.

/// A panel that lies in a dock.
struct PanelRow {
  Panel panel;
  Dock dock;
  LocalizedText name;  ///< on its tab
  ActionId toggle;     ///< opens and closes it
  /// Draws what is in it, into a window that was begun; adds what it is asked to do.
  void (*draw)(Ui& ui, const Parts& parts, Actions& actions);
};
/// In the order of their tabs.
std::span<const PanelRow> panel_table();
/// Its row; null for what lies in no dock.
const PanelRow* row_of(Panel panel);

/// Which docks have a panel that is open.
std::array<bool, dock_count> open_docks(const PanelState& panels);
/// The panel of a dock that is seen: of those that are open, the one that was asked for last; null: none is
/// open.
const PanelRow* front_panel(const PanelState& panels, Dock dock);

/// The bones in a list, to select them, and the active one's numbers.
void draw_bones_panel(Ui& ui, const Parts& parts, Actions& actions);

/// A folder or archive as a grid of pictures, with a search, an order and favourites.
void draw_browser_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Pixels along a side of a picture where text is so much larger than on a screen of 96 dots per inch.
int thumbnail_side(float text_scale);

/// Tiles in rows.
struct TileGrid {
  std::size_t columns = 1;
  float width = 0.0f, height = 0.0f;  ///< from one tile to the next
  /// The rows that hold so many.
  std::size_t rows(std::size_t tiles) const { return (tiles + columns - 1) / columns; }
};
/// As many columns as the width has room for, at least one.
TileGrid plan_tiles(float room, float width, float height);

/// What there is to say about an entry: its name and folder, what it is made for, how much of it the model
/// has, what is wrong with it.
std::vector<std::string> entry_details(const AssetLibraryEntry& entry, const EntryFacts& facts,
                                       const EntryReport* report, Language language);

/// The figures on the stage: which of them is worked on and which are seen; where the active one stands.
void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions);

/// The models that were opened last, and the files of a folder or archive to choose from: what is typed
/// searches them, Up and Down mark one, Enter opens it, Backspace goes up.
void draw_file_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What a model that was opened is called in a list: its file, and the archive or folder that it is in.
std::string recent_name(const std::string& file);

/// The steps that were done and undone, to go to one by a click; saving the pose; what another pose can give.
void draw_history_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What a step of the list says, with whose it is where there are several figures.
std::string step_text(const Figures& figures, std::size_t index, Language language);
/// "Turn 左腕", "回転 左腕".
std::string step_text(const edit::StepInfo& step, Language language);

/// What the model is called, its maker's terms, what it holds, its materials and textures, and what the
/// checker says. A model that is new here shows its terms alone, until they were read.
void draw_model_panel(Ui& ui, const Parts& parts, Actions& actions);

/// A line that is as high as its text makes it and can be clicked.
bool draw_wrapped_item(Ui& ui, const std::string& text, Tone tone);
/// The head of a part of the panel, with what stands behind its name. Whether it is open.
bool draw_header(Ui& ui, const LocalizedText& name, const std::string& behind, bool open_at_first);

/// The model's morphs with a slider each, by MikuMikuDance's panels: those that are listed (MorphPanelState);
/// expressions to save and load. Adds what it is asked to do to `actions`.
void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What there is to say about a morph: its names, then its kind with how much it changes.
std::vector<std::string> morph_details(const Model& model, std::int32_t index);

/// The motion: playing it, going to frames and keys, what of it plays, and its timeline.
void draw_motion_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Its lower part: a ruler to drag along and a row of marks for whatever has keys. The work goes by the rows
/// and the width that are seen.
void draw_timeline(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
