// What each menu lists, the usual actions first. At most 14 lines a menu, so that a glance finds one.
#include "app/actions/action_table.h"

namespace mmd {
namespace {

constexpr MenuItem line{MenuItem::Kind::line}, recent_files{MenuItem::Kind::recent_files};

using Id = ActionId;

constexpr MenuItem load_items[] = {Id::open_pose_dialog, Id::open_over_dialog, Id::open_motion_dialog};
constexpr MenuRow load_menu{{"Load", "読込"}, load_items};
constexpr MenuItem save_part_items[] = {Id::save_selected, Id::save_hands, Id::save_face};
constexpr MenuRow save_part_menu{{"Save part", "一部を保存"}, save_part_items};
constexpr MenuItem picture_items[] = {Id::ask_picture_name, Id::copy_picture, Id::show_in_folder,
                                      Id::copy_credits, Id::toggle_thirds};
constexpr MenuRow picture_menu{{"Picture", "画像"}, picture_items};
constexpr MenuItem file_items[] = {
    Id::open_dialog, recent_files,       load_menu,      Id::add_model,    Id::browse_dialog, line,
    Id::save_pose,   Id::ask_pose_name,  save_part_menu, Id::save_picture, picture_menu,      Id::open_export,
    Id::save_scene,  Id::ask_scene_name, line,           Id::quit};

constexpr MenuItem other_side_items[] = {Id::select_mirrored, Id::copy_to_other_side, Id::mirror_selected,
                                         Id::toggle_symmetry};
constexpr MenuRow other_side_menu{{"Other side", "反対側"}, other_side_items};
constexpr MenuItem handles_items[] = {Id::tool_select, Id::tool_rotate, Id::tool_move, Id::tool_all};
constexpr MenuRow handles_menu{{"Handles", "ハンドル"}, handles_items};
constexpr MenuItem edit_items[] = {Id::undo,
                                   Id::redo,
                                   line,
                                   Id::copy_pose,
                                   Id::paste_pose,
                                   Id::paste_mirrored,
                                   line,
                                   Id::select_all,
                                   Id::select_frame,
                                   line,
                                   Id::reset_selected,
                                   Id::pin,
                                   other_side_menu,
                                   line,
                                   handles_menu,
                                   Id::toggle_gizmo_axes,
                                   Id::next_gizmo_axes};

constexpr MenuItem look_items[] = {Id::look_at_camera, Id::toggle_keep_looking};
constexpr MenuRow look_menu{{"Look", "目線"}, look_items};
constexpr MenuItem physics_items[] = {Id::toggle_physics, Id::reset_physics, Id::toggle_ground,
                                      Id::freeze_physics};
constexpr MenuRow physics_menu{{"Physics", "物理演算"}, physics_items};
constexpr MenuItem fit_items[] = {Id::fit_to_model, Id::ask_made_for, Id::toggle_penetration};
constexpr MenuRow fit_menu{{"Fit", "体型に合わせる"}, fit_items};
constexpr MenuItem pose_items[] = {Id::next_pose,  Id::previous_pose,      Id::toggle_rest_pose, line,
                                   Id::reset_pose, Id::reset_morphs,       Id::mirror_pose,      line,
                                   look_menu,      Id::toggle_append,      Id::toggle_ik,        physics_menu,
                                   fit_menu,       Id::toggle_only_changed};

constexpr MenuItem model_items[] = {Id::next_figure,
                                    Id::remove_figure,
                                    Id::toggle_beside,
                                    Id::reload_files,
                                    line,
                                    Id::show_problems,
                                    Id::save_model,
                                    line,
                                    Id::toggle_bones,
                                    Id::next_bones,
                                    Id::toggle_bone_names,
                                    Id::toggle_bodies};

constexpr MenuItem go_to_items[] = {Id::first_frame, Id::last_frame, Id::next_key, Id::previous_key};
constexpr MenuRow go_to_menu{{"Go to", "移動"}, go_to_items};
constexpr MenuItem speed_items[] = {Id::play_faster, Id::play_slower, Id::play_usual_speed};
constexpr MenuRow speed_menu{{"Speed", "速度"}, speed_items};
constexpr MenuItem range_items[] = {Id::range_from_here, Id::range_to_here, Id::whole_range};
constexpr MenuRow range_menu{{"Range", "範囲"}, range_items};
constexpr MenuItem motion_items[] = {Id::toggle_playing,
                                     Id::toggle_repeat,
                                     Id::toggle_motion,
                                     line,
                                     Id::next_frame,
                                     Id::previous_frame,
                                     go_to_menu,
                                     speed_menu,
                                     range_menu,
                                     Id::ask_sound,
                                     Id::toggle_mute,
                                     line,
                                     Id::take_frame,
                                     Id::ask_frame_name,
                                     Id::ask_recording_name,
                                     Id::toggle_onion_skins};

constexpr MenuItem close_to_items[] = {Id::view_face_or_bust, Id::view_left_hand, Id::view_right_hand,
                                       Id::view_feet, Id::frame_selected};
constexpr MenuRow close_to_menu{{"Close to", "近くで見る"}, close_to_items};
constexpr MenuItem bookmarks_items[] = {Id::keep_camera, Id::next_camera};
constexpr MenuRow bookmarks_menu{{"Bookmarks", "登録カメラ"}, bookmarks_items};
constexpr MenuItem camera_items[] = {Id::view_fit,           Id::view_mmd,
                                     close_to_menu,          Id::view_front,
                                     Id::view_back,          Id::view_left,
                                     Id::view_right,         Id::view_top,
                                     Id::view_three_quarter, line,
                                     Id::start_camera,       Id::toggle_motion_camera,
                                     Id::toggle_work_camera, Id::toggle_follow_bone,
                                     bookmarks_menu};

constexpr MenuItem light_items[] = {Id::toggle_self_shadow, Id::toggle_ground_shadow, Id::toggle_edges};

constexpr MenuItem panels_items[] = {
    Id::toggle_bones_panel,   Id::toggle_morph_panel,   Id::toggle_hands_panel,   Id::toggle_model_panel,
    Id::toggle_file_panel,    Id::toggle_camera_panel,  Id::toggle_light_panel,   Id::toggle_scene_panel,
    Id::toggle_history_panel, Id::toggle_figures_panel, Id::toggle_browser_panel, Id::toggle_motion_panel};
constexpr MenuRow panels_menu{{"Panels", "パネル"}, panels_items};
constexpr MenuItem view_items[] = {Id::toggle_picture_alone,
                                   panels_menu,
                                   Id::toggle_menu_bar,
                                   Id::toggle_tool_bar,
                                   Id::toggle_status_bar,
                                   line,
                                   Id::toggle_grid,
                                   Id::toggle_axes,
                                   Id::ask_reference,
                                   Id::toggle_reference,
                                   line,
                                   Id::larger_text,
                                   Id::smaller_text,
                                   Id::usual_text,
                                   Id::toggle_theme,
                                   Id::toggle_language};

constexpr MenuItem mouse_items[] = {Id::mouse_mmd, Id::mouse_blender, Id::mouse_mmdview};
constexpr MenuRow mouse_menu{{"Mouse", "マウス"}, mouse_items};
constexpr MenuItem tool_items[] = {Id::toggle_palette, Id::next_comparison, Id::save_contact_sheet, line,
                                   mouse_menu,         Id::toggle_mmd_keys};

constexpr MenuItem help_items[] = {Id::toggle_help};

constexpr MenuRow menus[] = {
    {{"File", "ファイル"}, file_items},       {{"Edit", "編集"}, edit_items},
    {{"Pose", "ポーズ"}, pose_items},         {{"Model", "モデル"}, model_items},
    {{"Motion", "モーション"}, motion_items}, {{"Camera", "カメラ"}, camera_items},
    {{"Light", "照明"}, light_items},         {{"View", "表示"}, view_items},
    {{"Tools", "ツール"}, tool_items},        {{"Help", "ヘルプ"}, help_items},
};

}  // namespace

std::vector<ActionId> MenuRow::actions() const {
  std::vector<ActionId> out;
  for (const MenuItem& item : items) {
    if (item.kind == MenuItem::Kind::action) out.push_back(item.action);
    if (item.submenu == nullptr) continue;
    const std::vector<ActionId> within = item.submenu->actions();
    out.insert(out.end(), within.begin(), within.end());
  }
  return out;
}

std::span<const MenuRow> menu_table() {
  return menus;
}

}  // namespace mmd
