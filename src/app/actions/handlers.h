#pragma once

#include <filesystem>

#include "app/actions/action.h"
#include "app/actions/parts.h"
#include "app/stage/pose_file.h"

/// Handlers of actions, named in the action table. They change parts of the window and show messages; the
/// requirements of the action are met.
namespace mmd::handlers {

/// `file`: a picture; empty: none. A picture that cannot be loaded changes nothing and shows an error.
void set_background_picture(const Parts& parts, const std::string& file);
void set_compare_mode(const Parts& parts, CompareMode mode);

/// Selects bones of the active model, the active one last, with a message.
void select_bones(const Parts& parts, const std::vector<std::int32_t>& bones);

void edit_pose(const Parts& parts, const edit::Command& command);
void begin_gesture(const Parts& parts);
void end_gesture(const Parts& parts);
void cancel_gesture(const Parts& parts);

/// Poses the active figure by a file of landmarks.
void take_landmarks(const Parts& parts, const std::string& file);
/// Ends the comparison of a fitted pose with the one before.
void end_fit_offer(OpenedScene& opened);

/// Checks the active model with the user's choices, for the Export dialog.
void check_shown_model(const Parts& parts);
/// Shows the Export dialog again if the user was to click on a bone. Returns whether that was so.
bool end_picking(const Parts& parts);

/// Whether the picture shows the active model as a VRM.
bool shows_t_pose(PanelState& panels);
/// Ends that and shows the Export dialog again. Returns whether it was so.
bool end_t_pose(const Parts& parts);
/// Whether that moves.
bool moves_t_pose(const Parts& parts);
/// Moves it by the clock, and takes its springs.
void go_on_with_t_pose(const Parts& parts);

/// Reads the pose of a file.
Result<std::vector<PoseLayer>> poses_in_file(const std::string& file);
/// The same for a model.
Result<Pose> pose_in_file(const std::string& file, const Model& model);
/// The file of the pose; empty for the sample, which the user did not open.
std::string own_pose_file(const ViewerSetup& setup, const Stage& stage);
/// The default folder for saving a pose.
Result<std::filesystem::path> folder_to_save_in(const ViewerSetup& setup, const Stage& stage);
void save_pose(const Parts& parts);
void save_pose_as(const Parts& parts, const std::string& name);
/// Overwrites the file of the pose, which the pose has, without a question.
void overwrite_pose(const Parts& parts);
/// Saves the shown motion frame or rest pose; the edited pose and its file stay.
void save_frame_as(const Parts& parts, const std::string& name);
/// The proposed name for a pose: its file's own, or "MODEL pose.vpd"; free in the folder.
std::string offered_pose_name(const Stage& stage, const std::filesystem::path& folder);

/// Opens a folder or archive in the browser.
void browse(const Parts& parts, const std::string& place);
/// Previews the pose of a file; empty: ends the preview.
void preview_entry(const Parts& parts, const std::string& file);
/// Puts the cursor of the browser on the file of the shown pose, after undo and redo.
void follow_shown_pose(const Stage& stage, Browser& browser);
void write_contact_sheet(const Parts& parts, const std::vector<SheetTile>& tiles);
/// Moves the cursor of an open browser and opens the entry unless it is a model. False if the browser is
/// closed or empty.
bool move_on_asset_library(const Parts& parts, int columns, int rows);

/// The open file at that path, of a figure or of the scene; nullopt: none.
std::optional<OpenFile> open_file_at(const Parts& parts, const std::filesystem::path& path);

/// Shows the desktop's file dialog; without one, a panel or the usual name.
void ask(const Parts& parts, DialogQuestion question);
// They show the dialog as ask() does.
/// Asks for files to open, or for a folder.
void ask_to_open(const Parts& parts, DialogPurpose purpose);
/// Asks for a name for the pose or the frame.
void ask_name(const Parts& parts, DialogPurpose purpose);
void ask_scene_name(const Parts& parts);
/// Exports under the usual name.
void export_without_dialog(const Parts& parts);
/// A model is saved beside its file, everything else where poses are saved.
Result<std::filesystem::path> folder_to_export_to(const Parts& parts);
/// Shows how a recording or an export ended.
void end_recording(const Parts& parts);
/// The first missing file of the scene is this one. When all are found, the scene opens with them.
void take_found(const Parts& parts, const std::string& file);
/// The folder of the scene's file; before it has one, that of poses.
Result<std::filesystem::path> folder_for_scene(const Parts& parts);
/// The folder of the scene or the pose that the closing dialog asks about.
Result<std::filesystem::path> folder_for_asked(const Parts& parts);
/// A free name for the scene in the folder.
std::string new_scene_name(const Stage& stage, const OpenedScene& opened,
                           const std::filesystem::path& folder);
/// The scene's own file name, or a free one in the folder.
std::string offered_scene_name(const Stage& stage, const OpenedScene& opened,
                               const std::filesystem::path& folder);
/// Saves the scene that the closing dialog asks about. False: an error is shown.
bool save_asked_scene(const Parts& parts);
/// The folder of pictures and contact sheets: the chosen one, or the user's folder for pictures.
Result<std::filesystem::path> folder_for_pictures(const ViewerSetup& setup, PanelState& panels);
/// If the folder cannot be written to, offers another one for what `action` saves, and returns true.
bool offer_folder_if_needed(MessageBoard& board, RunState& run, const std::filesystem::path& folder,
                            Action action);
/// Whether the name is free, or the user chose it a second time.
bool may_replace(RunState& run, const std::filesystem::path& path);
/// Opens a scene in place of everything; asks about unsaved changes first.
void open_scene(const Parts& parts, const std::string& file);
/// Actions of a finished dialog.
Actions take_dialog(const Parts& parts);

void activate_numbered(const Parts& parts, std::uint64_t figure);

void open_files(const Parts& parts, const std::vector<std::string>& files);
/// Opens a panel, brings it to the front of its dock, or closes it.
void toggle_panel(const Parts& parts, Panel panel);
/// `panel`: a Panel; other values are ignored.
void show_panel(const Parts& parts, std::int32_t panel);
/// Asks about a changed scene and about each unsaved pose first.
void quit(const Parts& parts);
/// Takes back all answers of the closing dialog; the window stays open.
void cancel_quit(const Parts& parts);

/// Turns the figure to the camera again, if that is kept and camera or pose have changed.
void keep_looking(const Parts& parts);

// Shared helpers.

/// Toggles a switch of the stage and shows its state; `level`: what it changes.
void toggle_switch(const Parts& parts, bool& value, const LocalizedText& name, Dirty level);
/// Shows the state of a switch.
void say_on_or_off(MessageBoard& board, const LocalizedText& name, bool on);
/// Updates after a change by the user, perhaps a drag. It ends in refresh().
void chosen_by_hand(const Parts& parts, Dirty level = Dirty::nothing, Pace pace = Pace::by_hand);
/// Keeps the sound with the playback.
void follow_sound(const Parts& parts);
/// Updates after the frame or the playback changed.
void show_frame(const Parts& parts, Pace pace);

}  // namespace mmd::handlers
