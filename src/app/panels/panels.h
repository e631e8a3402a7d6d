#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/actions/parts.h"
#include "app/panels/ui.h"
#include "scene/bone_marks.h"

namespace mmd {

// Overlays of the picture.

/// At most two messages at the bottom of the picture, with a button for an answer; a click closes them.
/// Returns their top.
float draw_messages(Ui& ui, const Messages& messages, std::optional<ActionId> answer, Actions& actions);

/// The hint "H: keys" at the right of the picture, above `bottom`.
void draw_key_hint(Ui& ui, float bottom);

/// The area of picture and docks, between the bars.
Room room_between_bars(const Ui& ui, const PanelState& panels);
/// The docks with their front panels or tabs. `whole`: room_between_bars().
void draw_docks(Ui& ui, const Parts& parts, const Room& whole, const vec2& pointer, Actions& actions);

/// The list of keys and mouse gestures, in the middle of `room`.
/// Lists matching lines only.
void draw_help_panel(Ui& ui, const ViewerSetup& setup, PanelState& panels, const Room& room);

/// The action finder.
void draw_palette_panel(Ui& ui, const Parts& parts, const Room& room, Actions& actions);

/// The help of an action with its key, for tooltips: "Undo (Ctrl+Z)".
std::string help_with_key(const ActionRow& row, const Parts& parts);

/// Buttons below the menus, from `top` on, for tools and for what changes the picture.
void draw_tool_bar(Ui& ui, const Parts& parts, float top, Actions& actions);
float tool_bar_height(const Ui& ui);

/// The status bar at the bottom of the window: the model, the pose, the active bone, switches that are off,
/// and counts.
void draw_status_bar(Ui& ui, const Parts& parts);
float status_bar_height(const Ui& ui);
/// Texts of the status bar from left to right.
std::vector<std::string> status_texts(const Parts& parts);

/// An action as an item of a menu, with its key and its state.
void draw_menu_item(Ui& ui, const ActionRow& row, const Parts& parts, Actions& actions);

/// The menu bar.
void draw_menu_bar(Ui& ui, const Parts& parts, Actions& actions);

/// Names of compared states, legend of a heat map, divider of a wipe. `top`: top of the free space.
void draw_compare_overlay(Ui& ui, const ComparePanes& view, const StateNames& names, float top);

/// Names of bones beside their joints (`places` in the window's points): of the selected bone or of `all`,
/// without overlap.
void draw_bone_names(Ui& ui, const Model& model, std::span<const BonePlace> places, std::int32_t selected,
                     bool all);

/// Tooltip of the first of these bones, beside the handles of the active bone (may be empty).
void draw_bone_details(Ui& ui, const Model& model, std::span<const std::int32_t> bones, const vec2& pointer,
                       const Room& handles);

/// Tooltip of the first of these rigid bodies, with the names of the others.
void draw_body_details(Ui& ui, const Model& model, std::span<const std::int32_t> bodies, const vec2& pointer,
                       const Room& handles);

/// The playback box with a bar to drag, from `top` on. Returns its bottom.
float draw_playback_panel(Ui& ui, const Playback& playback, bool hides_model, const vec2& pointer, float top,
                          Actions& actions);

/// The progress of loading: in the middle, or in a corner below `top` if a model is shown.
void draw_progress_panel(Ui& ui, const Loader::Status& status, bool model_is_shown, float top);

/// The faces of the active figure that lie inside other parts of its body, in red.
void draw_penetration(const Parts& parts);

/// The reference picture over the view or beside it; the mouse moves it unless it is locked.
void draw_reference(RunState& run, Actions& actions);

/// Dims what a saved picture does not show, with lines at its thirds if they are on.
void draw_picture_frame(const Parts& parts);
/// The border of the picture camera's inset; a click looks through that camera again.
void draw_inset(Ui& ui, const Screen& screen, Actions& actions);

/// A button of an offer. `tip`: lines of its tooltip; may be empty.
struct OfferAnswer {
  LocalizedText name;
  Action action;
  std::vector<std::string> tip;
};
/// A notice: a line above the picture with a button for each answer. `id` begins with "##".
void draw_offer(Ui& ui, PanelState& panels, const std::string& id, const std::string& text,
                std::span<const OfferAnswer> answers, Actions& actions);

/// "Recording dance.mp4: 12 of 300 frames, 0:15 left"
std::string recording_text(const RecordingProgress& progress, const std::string& name, Language language);
/// "Unsaved scene found: duo.mmdscene, 2026-01-31 12:04"
std::string unsaved_text(const LeftBackup& left, Language language);
/// Answers to the offer of another folder, which is made.
std::vector<OfferAnswer> folder_answers(const ViewerSetup& setup, const RunState& run);
/// All notices, below `top`.
void draw_offers(Ui& ui, const Parts& parts, float top, Actions& actions);

/// Asks about a changed scene or an unsaved pose before the window closes.
void draw_closing_panel(Ui& ui, const Parts& parts, Actions& actions);
/// The answer of a key to that question. `scene`: it is about the scene.
Actions closing_answers(const SDL_Keysym& pressed, bool scene);

/// Which bone of the model serves each bone of a VRM, with a figure; each can be chosen.
void draw_human_bones(Ui& ui, PanelState& panels, Actions& actions);
/// A human figure with a dot for each bone of a VRM. Returns the name of the clicked one; empty: none.
std::string draw_human_figure(Ui& ui, const VrmCheck& check, const std::string& highlighted);
/// While the user is to click on a bone for a VRM: what to do, above the picture.
void draw_picking(Ui& ui, PanelState& panels, const BonePicker& picker, Actions& actions);
/// The bar of the preview of a VRM, above the picture.
void draw_t_pose_bar(Ui& ui, PanelState& panels, Actions& actions);
/// Which morph of the model serves each expression of a VRM.
void draw_expressions(Ui& ui, ExportPanelState& state, Actions& actions);
/// What to export, in which format, with which terms.
void draw_export_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Covers the window while the desktop's file dialog is open, with a button that closes it.
void draw_dialog_notice(Ui& ui, const Parts& parts, Actions& actions);

/// Without a model: what to open.
void draw_start_page(Ui& ui, const ViewerSetup& setup, Browser& recents, Actions& actions);
/// The recent files that the start page shows.
std::vector<std::string> recents_to_show(const std::vector<std::string>& recent);

// Panels in docks.

/// A panel in a dock.
struct PanelRow {
  Panel panel;
  LocalizedText name;     ///< on its tab
  std::string_view icon;  ///< on its tab when the dock is folded
  ActionId toggle;        ///< opens it, or folds the dock
  /// Draws the contents into the current window and adds requested actions.
  void (*draw)(Ui& ui, const Parts& parts, Actions& actions);
  /// Whether it has nothing to show but a hint, which then takes one line; null: never.
  bool (*is_empty)(const Parts& parts) = nullptr;
};
/// In the order of the tabs.
std::span<const PanelRow> panel_table();
/// The row of a panel; null for a panel outside the docks.
const PanelRow* row_of(Panel panel);

struct DockPlan {
  std::array<Room, dock_count> docks;
  Room picture;  ///< the remaining space

  const Room& of(Dock dock) const { return docks[static_cast<std::size_t>(dock)]; }
};

/// Divides the window between docks and the picture, which keeps at least half of each side. `whole`: the
/// area between tool bar and status bar; `unit`: the height of a text line in points; `folded`: the size of a
/// dock that is not open, in points.
DockPlan plan_docks(const Room& whole, float unit, const DockSizes& wanted,
                    const std::array<bool, dock_count>& open, float folded);

/// The size of a dock, in text lines, after its inner edge was dragged to the pointer.
float dragged_dock_size(Dock dock, const Room& whole, float unit, const vec2& pointer);

/// Docks that are not folded.
std::array<bool, dock_count> open_docks(const PanelState& panels);
/// Requested sizes of the docks; a bottom panel without content is as high as its hint.
DockSizes shown_dock_sizes(const Parts& parts, float unit);
/// Size of a folded dock in points.
float folded_dock_size(float unit, const PanelState& panels);

/// Bones panel: a list to select bones, and the values of the active one.
void draw_bones_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Browser panel: thumbnails of a folder or archive with search, sort order and favourites.
void draw_browser_panel(Ui& ui, const Parts& parts, Actions& actions);
/// Whether there are no files to browse.
bool browser_is_empty(const Parts& parts);

/// Side length of thumbnails in pixels for a text scale (1: 96 dots per inch).
int thumbnail_side(float text_scale);

/// Tiles in rows.
struct TileGrid {
  std::size_t columns = 1;
  float width = 0.0f, height = 0.0f;  ///< distance between tiles
  /// Number of rows for that many tiles.
  std::size_t rows(std::size_t tiles) const { return (tiles + columns - 1) / columns; }
};
/// Uses as many columns as fit, at least one.
TileGrid plan_tiles(float room, float width, float height);

/// Details of an entry: name, folder, its model, how much of it fits the shown model, faults.
std::vector<std::string> entry_details(const AssetLibraryEntry& entry, const EntryFacts& facts,
                                       const EntryReport* report, Language language);

/// Models panel: the active model, visibility, and the position of the active one.
void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions);

/// File list: recent models, and the files of a folder or archive. Typing searches, Up and Down mark a file,
/// Enter opens it, Backspace goes to the parent folder.
void draw_file_panel(Ui& ui, const Parts& parts, Actions& actions);

/// A recent model: its file, and its archive or folder, with the folders above that tell it from another one.
struct RecentName {
  std::string file, folder;
  /// "FILE  (FOLDER)".
  std::string text() const;
};
std::vector<RecentName> recent_names(const std::vector<std::string>& files);

/// History panel: undo steps, saving the pose, and blending with another pose.
void draw_history_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Model panel: names, terms of use, contents, materials, textures and findings. A new model shows only its
/// terms until they are confirmed.
void draw_model_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Its findings, with buttons that repair them in memory. `report`: null while it is made.
void draw_problems(Ui& ui, const Stage& stage, PanelState& panels, const ModelReport* report,
                   Actions& actions);

/// A clickable line that wraps.
bool draw_wrapped_item(Ui& ui, const std::string& text, Tone tone);
/// The header of a section. Returns whether it is open.
bool draw_header(Ui& ui, const LocalizedText& name, const std::string& behind, bool open_at_first);

/// Hands panel: hand poses as pictures, own ones, and sliders for all fingers.
void draw_hands_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Morphs panel: a slider for each listed morph (MorphPanelState), by MikuMikuDance's panels; expressions to
/// save and load.
void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Details of a morph: its names, its kind and the number of changes.
std::vector<std::string> morph_details(const Model& model, std::int32_t index);

/// Motion panel: playback, keyframes, range and timeline.
void draw_motion_panel(Ui& ui, const Parts& parts, Actions& actions);
/// Whether there is no motion.
bool motion_is_empty(const Parts& parts);

/// The timeline: a ruler, and a row of marks for each track. The cost depends on visible rows and width only.
void draw_timeline(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
