#pragma once

#include <filesystem>

#include "app/action.h"
#include "app/parts.h"

/// What actions do: a function for each, which the table of actions names. They change parts of the window
/// and say so; what is missing has been looked at before.
namespace mmd::perform {

// perform_camera.cpp
void set_view(const Parts& parts, View view);
void toggle_face_and_bust(const Parts& parts);
void start_camera(const Parts& parts);
void toggle_motion_camera(const Parts& parts);
void set_camera(const Parts& parts, const MmdCamera& camera);
void move_camera(const Parts& parts, const Camera& camera);
/// Under the first number that is free.
void keep_camera(const Parts& parts);
void keep_camera_as(const Parts& parts, const std::string& name);
void go_to_camera(const Parts& parts, const std::string& name);
void forget_camera(const Parts& parts, const std::string& name);
/// The next of those that are kept.
void next_camera(const Parts& parts);

// perform_look.cpp
void toggle_edges(const Parts& parts);
void next_bones(const Parts& parts);
void toggle_bone_names(const Parts& parts);
void toggle_bodies(const Parts& parts);
void toggle_grid(const Parts& parts);
void toggle_axes(const Parts& parts);
void set_look(const Parts& parts, const RenderSettings& look);
/// `file`: a picture; empty: none. What cannot be loaded is said, and changes nothing.
void set_background_picture(const Parts& parts, const std::string& file);
void set_light(const Parts& parts, const LightChoice& light);
/// All that are hidden; those that the model lacks do not count.
void hide_materials(const Parts& parts, const std::vector<std::int32_t>& materials);
void next_comparison(const Parts& parts);
void set_compare_mode(const Parts& parts, CompareMode mode);
/// As --compare has it; starts to compare if need be.
void set_compared(const Parts& parts, const std::string& what);
/// `to`: 0-1 of the width.
void move_divider(const Parts& parts, double to);

// perform_pose.cpp
void step_pose(const Parts& parts, int step);
void toggle_rest_pose(const Parts& parts);
void toggle_append(const Parts& parts);
void toggle_ik(const Parts& parts);
void set_evaluation(const Parts& parts, const EvaluationChoice& evaluation);
void set_morph(const Parts& parts, const MorphWeight& morph);
void reset_morphs(const Parts& parts);

// perform_edit.cpp
void edit_pose(const Parts& parts, const edit::Command& command);
void undo(const Parts& parts);
void redo(const Parts& parts);
void go_to_step(const Parts& parts, std::int32_t step);
void toggle_motion(const Parts& parts);
void begin_gesture(const Parts& parts);
void end_gesture(const Parts& parts);
void cancel_gesture(const Parts& parts);

// perform_save.cpp
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
void toggle_only_changed(const Parts& parts);
void copy_pose(const Parts& parts);
void paste_pose(const Parts& parts);
void paste_text(const Parts& parts, const std::string& text);
void blend_with(const Parts& parts, const BlendWith& other);
void take_part(const Parts& parts, const PartOfPose& part);
/// The pose that is offered, on its model, which is opened first where it is not there.
void restore_unsaved(const Parts& parts);
void discard_unsaved(const Parts& parts);
/// On a figure that is shown.
void restore_left(const Parts& parts, const LeftPose& left);

// perform_select.cpp
void select_bone(const Parts& parts, std::int32_t bone);
void select_bones(const Parts& parts, const std::vector<std::int32_t>& bones);
void select_matching(const Parts& parts, const std::string& pattern);
void select_all(const Parts& parts);
void reset_selected(const Parts& parts);
void reset_pose(const Parts& parts);
void mirror_pose(const Parts& parts);
void mirror_selected(const Parts& parts);
void next_gizmo_axes(const Parts& parts);

// perform_morphs.cpp
/// As pose and motion have it.
void reset_morph(const Parts& parts, std::int32_t morph);
void mark_morph(const Parts& parts, const MorphMark& mark);
/// What is seen, under that name.
void save_expression(const Parts& parts, const std::string& name);
/// The morphs of a pose's file alone, over what is there.
void load_expression(const Parts& parts, const std::string& file);

// perform_motion.cpp
void toggle_playing(const Parts& parts);
void step_frame(const Parts& parts, int step);
void go_to_start(const Parts& parts);
void go_to_end(const Parts& parts);
void go_to_frame(const Parts& parts, double frame);
void toggle_repeat(const Parts& parts);
/// To the key that lies there: of the selected bone if it has some, else of anything.
void step_key(const Parts& parts, int step);
void step_speed(const Parts& parts, int step);
void set_speed(const Parts& parts, double speed);
void range_from_here(const Parts& parts);
void range_to_here(const Parts& parts);
void whole_range(const Parts& parts);
void set_range(const Parts& parts, const FrameRange& range);
/// What the motion shows becomes the pose that is worked on.
void take_frame(const Parts& parts);
void toggle_onion_skins(const Parts& parts);
void set_onion_skins(const Parts& parts, const OnionChoice& choice);
void go_to_played_frame(const Parts& parts, const PlayedFrames& frames);

// perform_physics.cpp
void toggle_physics(const Parts& parts);
void toggle_ground(const Parts& parts);
void reset_physics(const Parts& parts);
void set_physics(const Parts& parts, const PhysicsControls& controls);

// perform_browse.cpp
/// Shows what a folder or archive holds.
void browse(const Parts& parts, const std::string& place);
void set_shelf_view(const Parts& parts, const ShelfView& view);
void open_entry(const Parts& parts, const std::string& file);
/// Shows the pose in a file without taking it; empty: no longer.
void preview_entry(const Parts& parts, const std::string& file);
void open_at_cursor(const Parts& parts);
void toggle_favourite(const Parts& parts, const std::string& file);
/// The pictures are gathered first.
void save_contact_sheet(const Parts& parts);
void write_contact_sheet(const Parts& parts, const std::vector<SheetTile>& tiles);
/// If something is being browsed: to another tile, which is shown unless it is a model. False: nothing is.
bool move_on_shelf(const Parts& parts, int columns, int rows);
void move_between_rows(const Parts& parts, int rows);

// perform_dialog.cpp
// By the desktop's dialog, or a panel where there is none.
void open_dialog(const Parts& parts);
void add_model(const Parts& parts);
/// A folder for the browser.
void browse_dialog(const Parts& parts);
void ask_pose_name(const Parts& parts);
void ask_frame_name(const Parts& parts);
/// What a dialog that has ended asks for.
Actions take_dialog(const Parts& parts);

// perform_figures.cpp
void add_files(const Parts& parts, const std::vector<std::string>& files);
/// Whether models that are opened stand beside those that are there.
void toggle_beside(const Parts& parts);
void next_figure(const Parts& parts);
/// The active one, unless it is the only one.
void remove_figure(const Parts& parts);
void activate_figure(const Parts& parts, std::int32_t index);
void activate_numbered(const Parts& parts, std::uint64_t figure);
void toggle_figure(const Parts& parts, std::int32_t index);
void place_figure(const Parts& parts, const FigurePlace& place);

// perform_window.cpp
void open_files(const Parts& parts, const std::vector<std::string>& files);
void reload_files(const Parts& parts);
/// In the panel that lists them.
void list_files(const Parts& parts, const std::string& place);
void save_picture(const Parts& parts);
void set_picture_file(const Parts& parts, const PictureFile& choice);
/// Files, pose, camera and look, for --state, beside the pictures.
void save_state(const Parts& parts);
/// Remembers that the terms of the model that is shown were read.
void confirm_terms(const Parts& parts);
/// Opens it, brings it to the front of its dock, or closes it.
void toggle_panel(const Parts& parts, Panel panel);
/// `panel`: a Panel; what is none is left alone.
void show_panel(const Parts& parts, std::int32_t panel);
void set_dock_sizes(const Parts& parts, const DockSizes& sizes);
void toggle_language(const Parts& parts);
void toggle_theme(const Parts& parts);
/// A step larger (1) or smaller (-1), or back to the usual size (0).
void scale_text(const Parts& parts, int step);
/// The first of these: closes the help, cancels loading, closes panels, ends the comparison, quits.
void escape(const Parts& parts);
/// Asks first about each model whose pose is not saved.
void quit(const Parts& parts);
// Answers about the model that is asked about; the next one is asked about then, or the window closes.
void save_and_quit(const Parts& parts);
void discard_and_quit(const Parts& parts);
void cancel_quit(const Parts& parts);

// What they share.

/// A switch of the stage, which reaches that level, was turned.
void say_switched(const Parts& parts, const Words& name, bool on, Dirty level);
/// Says that much alone.
void say_on_or_off(const Parts& parts, const Words& name, bool on);
/// Someone is changing something by a panel, perhaps by dragging.
void chosen_by_hand(const Parts& parts, Dirty level, Pace pace = Pace::by_hand);
/// The motion stands at another frame, or begins or ceases to play.
void show_frame(const Parts& parts, Pace pace);

}  // namespace mmd::perform
