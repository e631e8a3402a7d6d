#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/actions/edit_tools.h"
#include "app/panels/docks.h"
#include "app/panels/shelf_view.h"
#include "app/stage/compare_view.h"
#include "app/stage/onion_skins.h"
#include "app/stage/physics_controls.h"
#include "app/stage/picture_file.h"
#include "app/stage/playback.h"
#include "document/pose_sampler.h"
#include "edit/command.h"
#include "scene/camera.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// Everything that the window can be asked to do; action_table.h has a row for each, in this order.
enum class ActionId : std::uint8_t {
  view_fit,
  view_mmd,
  view_front,
  view_back,
  view_left,
  view_right,
  view_top,
  view_three_quarter,
  view_face_or_bust,
  start_camera,
  next_pose,
  previous_pose,
  toggle_playing,
  next_frame,
  previous_frame,
  first_frame,
  last_frame,
  toggle_repeat,
  next_key,
  previous_key,
  play_faster,
  play_slower,
  play_usual_speed,
  range_from_here,
  range_to_here,
  whole_range,
  toggle_onion_skins,
  take_frame,
  ask_frame_name,
  toggle_motion_camera,
  toggle_rest_pose,
  toggle_append,
  toggle_ik,
  toggle_edges,
  next_bones,
  toggle_bone_names,
  toggle_bodies,
  toggle_grid,
  toggle_axes,
  next_comparison,
  toggle_physics,
  reset_physics,
  toggle_ground,
  toggle_scene_panel,
  toggle_morph_panel,
  toggle_browser_panel,
  row_above,
  row_below,
  open_at_cursor,
  save_contact_sheet,
  toggle_model_panel,
  open_dialog,
  browse_dialog,
  toggle_file_panel,
  reload_files,
  keep_camera,
  next_camera,
  toggle_motion_panel,
  toggle_menu_bar,
  save_picture,
  save_state,
  toggle_help,
  toggle_language,
  toggle_theme,
  toggle_palette,
  larger_text,
  smaller_text,
  usual_text,
  reset_morphs,
  undo,
  redo,
  toggle_motion,
  save_pose,
  ask_pose_name,
  toggle_only_changed,
  copy_pose,
  paste_pose,
  select_all,
  reset_selected,
  reset_pose,
  mirror_pose,
  mirror_selected,
  restore_unsaved,
  discard_unsaved,
  next_gizmo_axes,
  toggle_bones_panel,
  toggle_history_panel,
  add_model,
  toggle_beside,
  next_figure,
  remove_figure,
  toggle_figures_panel,
  begin_gesture,
  end_gesture,
  cancel_gesture,
  confirm_terms,
  escape,
  quit,
  save_and_quit,
  discard_and_quit,
  cancel_quit,
  // With a value; its type is named.
  open_files,              ///< std::vector<std::string>
  add_files,               ///< std::vector<std::string>: models that stand beside those that are there
  activate_figure,         ///< std::int32_t, its place in the list
  toggle_figure,           ///< std::int32_t, likewise: whether it is seen
  place_figure,            ///< FigurePlace
  browse,                  ///< std::string, a folder or an archive
  set_shelf_view,          ///< ShelfView
  open_entry,              ///< std::string, a file of the browser
  preview_entry,           ///< std::string, a file of the browser, or empty: the pose as it was
  toggle_favourite,        ///< std::string, a file of the browser
  list_files,              ///< std::string: a folder or archive
  set_view,                ///< View
  set_camera,              ///< MmdCamera
  keep_camera_as,          ///< std::string, a name
  go_to_camera,            ///< std::string, the name of one that is kept
  forget_camera,           ///< std::string
  move_camera,             ///< Camera
  set_look,                ///< RenderSettings
  set_background_picture,  ///< std::string: a picture, or empty: none
  set_light,               ///< LightChoice
  set_picture_file,        ///< PictureFile
  set_evaluation,          ///< EvaluationChoice
  set_compare_mode,        ///< CompareMode
  set_compared,            ///< std::string, as --compare has it
  move_divider,            ///< double, 0-1 of the width
  set_morph,               ///< MorphWeight
  reset_morph,             ///< std::int32_t
  mark_morph,              ///< MorphMark
  save_expression,         ///< std::string: its name
  load_expression,         ///< std::string: a file
  go_to_frame,             ///< double
  go_to_played_frame,      ///< PlayedFrames
  set_speed,               ///< double, 1: as the motion is meant
  set_range,               ///< FrameRange
  set_onion_skins,         ///< OnionChoice
  set_physics,             ///< PhysicsControls
  select_bone,             ///< std::int32_t
  edit_pose,               ///< edit::Command
  go_to_step,              ///< std::int32_t: how many of the list of steps are done
  save_pose_as,            ///< std::string, a name
  save_frame_as,           ///< std::string, a name
  paste_text,              ///< std::string, a pose as text
  blend_with,              ///< BlendWith
  take_part,               ///< PartOfPose
  select_bones,            ///< std::vector<std::int32_t>, the active one last
  select_matching,         ///< std::string, a pattern of names
  hide_materials,          ///< std::vector<std::int32_t>, ascending: all that are hidden
  show_panel,              ///< std::int32_t: a Panel, to the front of its dock
  set_dock_sizes,          ///< DockSizes
  count
};

/// A motion was paused at `last`; its bodies had been played from `first`.
struct PlayedFrames {
  double first = 0.0, last = 0.0;
};

/// Where a figure stands: MMD units in MMD's left-handed space.
struct FigurePlace {
  std::int32_t figure = 0;  ///< its place in the list
  vec3 at{0.0f};
};

/// A morph is a favourite, or is none any longer.
struct MorphMark {
  std::int32_t morph = none;
  bool favourite = false;
};

using ActionValue = std::variant<std::monostate, std::int32_t, double, std::string, std::vector<std::string>,
                                 View, CompareMode, MorphWeight, Camera, MmdCamera, RenderSettings,
                                 EvaluationChoice, LightChoice, PlayedFrames, PhysicsControls, DockSizes,
                                 edit::Command, BlendWith, PartOfPose, std::vector<std::int32_t>, ShelfView,
                                 FrameRange, OnionChoice, MorphMark, PictureFile, FigurePlace>;

/// What keys, menus, panels, the mouse and drops ask for. A list of actions that was recorded can be
/// performed again.
struct Action {
  ActionId id;
  ActionValue value = {};
};
using Actions = std::vector<Action>;

}  // namespace mmd
