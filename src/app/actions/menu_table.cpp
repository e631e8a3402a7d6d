// What each menu lists, the usual actions first. At most 14 lines a menu, so that a glance finds one.
#include "app/actions/action_table.h"

namespace mmd {
namespace {

constexpr MenuItem line{MenuItem::Kind::line, ActionId::count, {}};
constexpr MenuItem recent_files{MenuItem::Kind::recent_files, ActionId::count, {}};
constexpr MenuItem submenu_end{MenuItem::Kind::end, ActionId::count, {}};

constexpr MenuItem submenu(LocalizedText name) {
  return {MenuItem::Kind::submenu, ActionId::count, name};
}
constexpr MenuItem item(ActionId action) {
  return {MenuItem::Kind::action, action, {}};
}

using Id = ActionId;

constexpr MenuItem file_items[] = {item(Id::open_dialog),
                                   recent_files,
                                   submenu({"Load", "読込"}),
                                   item(Id::open_pose_dialog),
                                   item(Id::open_over_dialog),
                                   item(Id::open_motion_dialog),
                                   submenu_end,
                                   item(Id::add_model),
                                   item(Id::browse_dialog),
                                   line,
                                   item(Id::save_pose),
                                   item(Id::ask_pose_name),
                                   submenu({"Save part", "一部を保存"}),
                                   item(Id::save_selected),
                                   item(Id::save_hands),
                                   item(Id::save_face),
                                   submenu_end,
                                   item(Id::save_picture),
                                   submenu({"Picture", "画像"}),
                                   item(Id::ask_picture_name),
                                   item(Id::copy_picture),
                                   item(Id::show_in_folder),
                                   item(Id::copy_credits),
                                   item(Id::toggle_thirds),
                                   submenu_end,
                                   item(Id::open_export),
                                   item(Id::save_scene),
                                   item(Id::ask_scene_name),
                                   line,
                                   item(Id::quit)};

constexpr MenuItem edit_items[] = {item(Id::undo),
                                   item(Id::redo),
                                   line,
                                   item(Id::copy_pose),
                                   item(Id::paste_pose),
                                   item(Id::paste_mirrored),
                                   line,
                                   item(Id::select_all),
                                   item(Id::select_frame),
                                   line,
                                   item(Id::reset_selected),
                                   item(Id::pin),
                                   submenu({"Other side", "反対側"}),
                                   item(Id::select_mirrored),
                                   item(Id::copy_to_other_side),
                                   item(Id::mirror_selected),
                                   item(Id::toggle_symmetry),
                                   submenu_end,
                                   line,
                                   submenu({"Handles", "ハンドル"}),
                                   item(Id::tool_select),
                                   item(Id::tool_rotate),
                                   item(Id::tool_move),
                                   item(Id::tool_all),
                                   submenu_end,
                                   item(Id::toggle_gizmo_axes),
                                   item(Id::next_gizmo_axes)};

constexpr MenuItem pose_items[] = {item(Id::next_pose),
                                   item(Id::previous_pose),
                                   item(Id::toggle_rest_pose),
                                   line,
                                   item(Id::reset_pose),
                                   item(Id::reset_morphs),
                                   item(Id::mirror_pose),
                                   line,
                                   submenu({"Look", "目線"}),
                                   item(Id::look_at_camera),
                                   item(Id::toggle_keep_looking),
                                   submenu_end,
                                   item(Id::toggle_append),
                                   item(Id::toggle_ik),
                                   submenu({"Physics", "物理演算"}),
                                   item(Id::toggle_physics),
                                   item(Id::reset_physics),
                                   item(Id::toggle_ground),
                                   item(Id::freeze_physics),
                                   submenu_end,
                                   submenu({"Fit", "体型に合わせる"}),
                                   item(Id::fit_to_model),
                                   item(Id::ask_made_for),
                                   item(Id::toggle_penetration),
                                   submenu_end,
                                   item(Id::toggle_only_changed)};

constexpr MenuItem model_items[] = {item(Id::next_figure),
                                    item(Id::remove_figure),
                                    item(Id::toggle_beside),
                                    item(Id::reload_files),
                                    line,
                                    item(Id::show_problems),
                                    item(Id::save_model),
                                    line,
                                    item(Id::toggle_bones),
                                    item(Id::next_bones),
                                    item(Id::toggle_bone_names),
                                    item(Id::toggle_bodies)};

constexpr MenuItem motion_items[] = {item(Id::toggle_playing),
                                     item(Id::toggle_repeat),
                                     item(Id::toggle_motion),
                                     line,
                                     item(Id::next_frame),
                                     item(Id::previous_frame),
                                     submenu({"Go to", "移動"}),
                                     item(Id::first_frame),
                                     item(Id::last_frame),
                                     item(Id::next_key),
                                     item(Id::previous_key),
                                     submenu_end,
                                     submenu({"Speed", "速度"}),
                                     item(Id::play_faster),
                                     item(Id::play_slower),
                                     item(Id::play_usual_speed),
                                     submenu_end,
                                     submenu({"Range", "範囲"}),
                                     item(Id::range_from_here),
                                     item(Id::range_to_here),
                                     item(Id::whole_range),
                                     submenu_end,
                                     item(Id::ask_sound),
                                     item(Id::toggle_mute),
                                     line,
                                     item(Id::take_frame),
                                     item(Id::ask_frame_name),
                                     item(Id::ask_recording_name),
                                     item(Id::toggle_onion_skins)};

constexpr MenuItem camera_items[] = {item(Id::view_fit),
                                     item(Id::view_mmd),
                                     submenu({"Close to", "近くで見る"}),
                                     item(Id::view_face_or_bust),
                                     item(Id::view_left_hand),
                                     item(Id::view_right_hand),
                                     item(Id::view_feet),
                                     item(Id::frame_selected),
                                     submenu_end,
                                     item(Id::view_front),
                                     item(Id::view_back),
                                     item(Id::view_left),
                                     item(Id::view_right),
                                     item(Id::view_top),
                                     item(Id::view_three_quarter),
                                     line,
                                     item(Id::start_camera),
                                     item(Id::toggle_motion_camera),
                                     item(Id::toggle_work_camera),
                                     item(Id::toggle_follow_bone),
                                     submenu({"Bookmarks", "登録カメラ"}),
                                     item(Id::keep_camera),
                                     item(Id::next_camera),
                                     submenu_end};

constexpr MenuItem light_items[] = {item(Id::toggle_self_shadow), item(Id::toggle_ground_shadow),
                                    item(Id::toggle_edges)};

constexpr MenuItem view_items[] = {item(Id::toggle_picture_alone),
                                   submenu({"Panels", "パネル"}),
                                   item(Id::toggle_bones_panel),
                                   item(Id::toggle_morph_panel),
                                   item(Id::toggle_hands_panel),
                                   item(Id::toggle_model_panel),
                                   item(Id::toggle_file_panel),
                                   item(Id::toggle_camera_panel),
                                   item(Id::toggle_light_panel),
                                   item(Id::toggle_scene_panel),
                                   item(Id::toggle_history_panel),
                                   item(Id::toggle_figures_panel),
                                   item(Id::toggle_browser_panel),
                                   item(Id::toggle_motion_panel),
                                   submenu_end,
                                   item(Id::toggle_menu_bar),
                                   item(Id::toggle_tool_bar),
                                   item(Id::toggle_status_bar),
                                   line,
                                   item(Id::toggle_grid),
                                   item(Id::toggle_axes),
                                   item(Id::ask_reference),
                                   item(Id::toggle_reference),
                                   line,
                                   item(Id::larger_text),
                                   item(Id::smaller_text),
                                   item(Id::usual_text),
                                   item(Id::toggle_theme),
                                   item(Id::toggle_language)};

constexpr MenuItem tool_items[] = {item(Id::toggle_palette),
                                   item(Id::next_comparison),
                                   item(Id::save_contact_sheet),
                                   line,
                                   submenu({"Mouse", "マウス"}),
                                   item(Id::mouse_mmd),
                                   item(Id::mouse_blender),
                                   item(Id::mouse_mmdview),
                                   submenu_end,
                                   item(Id::toggle_mmd_keys)};

constexpr MenuItem help_items[] = {item(Id::toggle_help)};

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
  for (const MenuItem& item : items)
    if (item.kind == MenuItem::Kind::action) out.push_back(item.action);
  return out;
}

std::span<const MenuRow> menu_table() {
  return menus;
}

}  // namespace mmd
