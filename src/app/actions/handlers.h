#pragma once

#include <filesystem>

#include "app/actions/action.h"
#include "app/actions/parts.h"

/// What actions do: a function for each, which the table of actions names. They change parts of the window
/// and say so; what is missing has been looked at before.
namespace mmd::handlers {

void set_view(const Parts& parts, View view);

/// `file`: a picture; empty: none. What cannot be loaded is said, and changes nothing.
void set_background_picture(const Parts& parts, const std::string& file);
void set_compare_mode(const Parts& parts, CompareMode mode);

void edit_pose(const Parts& parts, const edit::Command& command);
void begin_gesture(const Parts& parts);
void end_gesture(const Parts& parts);
void cancel_gesture(const Parts& parts);

/// The pose in a file, for a model.
Result<Pose> pose_in_file(const std::string& file, const Model& model);
/// The file that the pose came from, if it is the user's own: nobody opened the sample.
std::string own_pose_file(const Parts& parts);
/// Where a pose goes that no folder was chosen for.
Result<std::filesystem::path> folder_to_save_in(const Parts& parts);
void save_pose(const Parts& parts);
void save_pose_as(const Parts& parts, const std::string& name);
/// Writes what a motion or the rest pose shows; the pose that is worked on, and its file, stay.
void save_frame_as(const Parts& parts, const std::string& name);
/// The name under which the pose is saved first: its file's own, or "MODEL pose.vpd"; free in the folder.
std::string offered_pose_name(const Parts& parts, const std::filesystem::path& folder);
/// On a figure that is shown.
void restore_left(const Parts& parts, const LeftPose& left);

/// Shows what a folder or archive holds.
void browse(const Parts& parts, const std::string& place);
/// Shows the pose in a file without taking it; empty: no longer.
void preview_entry(const Parts& parts, const std::string& file);
void write_contact_sheet(const Parts& parts, const std::vector<SheetTile>& tiles);
/// If something is being browsed: to another tile, which is shown unless it is a model. False: nothing is.
bool move_on_asset_library(const Parts& parts, int columns, int rows);

// By the desktop's dialog, or a panel where there is none.
void open_dialog(const Parts& parts);
void add_model(const Parts& parts);
/// A folder for the browser.
void browse_dialog(const Parts& parts);
void ask_pose_name(const Parts& parts);
void ask_frame_name(const Parts& parts);
/// What a dialog that has ended asks for.
Actions take_dialog(const Parts& parts);

void add_files(const Parts& parts, const std::vector<std::string>& files);
void activate_figure(const Parts& parts, std::int32_t index);
void activate_numbered(const Parts& parts, std::uint64_t figure);

void open_files(const Parts& parts, const std::vector<std::string>& files);
/// Opens it, brings it to the front of its dock, or closes it.
void toggle_panel(const Parts& parts, Panel panel);
/// `panel`: a Panel; what is none is left alone.
void show_panel(const Parts& parts, std::int32_t panel);
/// Asks first about each model whose pose is not saved.
void quit(const Parts& parts);
// Answers about the model that is asked about; the next one is asked about then, or the window closes.
void save_and_quit(const Parts& parts);
void discard_and_quit(const Parts& parts);
void cancel_quit(const Parts& parts);

// What they share.

/// Turns a switch of the stage, which reaches that level, and says so.
void toggle_switch(const Parts& parts, bool& value, const LocalizedText& name, Dirty level);
/// Says that much alone.
void say_on_or_off(const Parts& parts, const LocalizedText& name, bool on);
/// Someone is changing something by a panel, perhaps by dragging.
void chosen_by_hand(const Parts& parts, Dirty level, PhysicsUpdate pace = PhysicsUpdate::by_hand);
/// The motion stands at another frame, or begins or ceases to play.
void show_frame(const Parts& parts, PhysicsUpdate pace);

}  // namespace mmd::handlers
