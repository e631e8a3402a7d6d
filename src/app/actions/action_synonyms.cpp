#include "app/actions/action_table.h"

namespace mmd {
namespace {

struct Synonyms {
  ActionId id;
  std::string_view words;
};
constexpr Synonyms rows[] = {
    {ActionId::toggle_scene_panel,
     "look shadow background colour color gravity wind toon anti-aliasing 影 背景 重力 風 アンチエイリアス"},
    {ActionId::toggle_camera_panel,
     "fov field of view view angle distance centre center perspective follow 視野角 距離 中心 追従"},
    {ActionId::toggle_light_panel, "sun lamp direction colour color brightness shadow 照明 光 色 影"},
    {ActionId::toggle_self_shadow, "cast shading 影 セルフシャドウ"},
    {ActionId::toggle_ground_shadow, "floor drop shadow 影 地面"},
    {ActionId::toggle_picture_alone, "full screen fullscreen hide panels 全画面 最大化 パネルを隠す"},
    {ActionId::toggle_edges, "outline contour toon line 輪郭 線"},
    {ActionId::next_bones, "hide bones skeleton 非表示 骨"},
    {ActionId::toggle_bones, "hide bones show bones skeleton 非表示 骨 選択"},
    {ActionId::toggle_bone_names, "labels names 名前"},
    {ActionId::toggle_bodies, "collision hitbox rigidbody 当たり判定"},
    {ActionId::toggle_grid, "floor ground 床 座標軸表示"},
    {ActionId::toggle_axes, "xyz origin floor"},
    {ActionId::next_comparison, "difference diff split wipe 差分"},
    {ActionId::toggle_append, "d-bones twist grant 付与 捩り"},
    {ActionId::toggle_ik, "inverse kinematics ik leg"},
    {ActionId::toggle_physics, "hair cloth simulation sway bullet 揺れ 髪"},
    {ActionId::reset_physics, "reset initialise initialize 初期化"},
    {ActionId::toggle_rest_pose, "t-pose a-pose bind pose 初期化"},
    {ActionId::reset_pose, "reset initialise initialize clear zero t-pose 初期化"},
    {ActionId::reset_selected, "reset initialise initialize clear zero bone 初期化"},
    {ActionId::reset_morphs, "reset initialise initialize face expression 初期化 表情"},
    {ActionId::start_camera, "reset initialise initialize 初期化"},
    {ActionId::view_mmd, "reset initialise initialize 初期化"},
    {ActionId::frame_selected, "focus zoom close near numpad 近く 拡大 寄る"},
    {ActionId::usual_text, "reset zoom font 初期化"},
    {ActionId::mirror_pose, "flip swap symmetry 反転 ミラー"},
    {ActionId::mirror_selected, "mirror flip opposite 反転 ミラー 左右"},
    {ActionId::copy_to_other_side, "mirror flip opposite 反転 ミラー 左右"},
    {ActionId::toggle_symmetry, "mirror both sides x-mirror 両側 ミラー 反転"},
    {ActionId::pin, "hold fix lock anchor hand foot ik 手 足 止める"},
    {ActionId::paste_mirrored, "mirror opposite ミラー 左右"},
    {ActionId::select_mirrored, "flip mirror opposite partner left right 反転 ミラー 左右"},
    {ActionId::select_frame, "group 表示枠"},
    {ActionId::select_all, "everything 全て選択"},
    {ActionId::next_gizmo_axes, "local global world coordinates ローカル グローバル 座標"},
    {ActionId::toggle_gizmo_axes, "local global world coordinates ローカル グローバル 座標"},
    {ActionId::tool_select, "pick handle gizmo off 選択"},
    {ActionId::tool_rotate, "turn rings gizmo 回転ハンドル"},
    {ActionId::tool_move, "translate drag arrows gizmo 移動ハンドル"},
    {ActionId::tool_all, "gizmo handle ハンドル"},
    {ActionId::copy_pose, "clipboard bones ボーン"},
    {ActionId::paste_pose, "clipboard bones ボーン"},
    {ActionId::toggle_morph_panel, "expression face emotion facial slider 表情 モーフ 顔 スライダー"},
    {ActionId::toggle_bones_panel, "skeleton list angle rotation value 骨 角度 数値"},
    {ActionId::toggle_history_panel, "undo blend hands part 元に戻す ブレンド 混合"},
    {ActionId::toggle_browser_panel, "thumbnails gallery poses library サムネイル ポーズ"},
    {ActionId::toggle_model_panel, "terms readme licence license material texture 規約 材質"},
    {ActionId::toggle_figures_panel, "second model several position モデル 位置"},
    {ActionId::toggle_motion_panel, "timeline frames keyframe dance フレーム"},
    {ActionId::toggle_motion, "vmd dance animation"},
    {ActionId::toggle_playing, "animation dance start stop pause 停止"},
    {ActionId::toggle_repeat, "loop ループ"},
    {ActionId::toggle_onion_skins, "ghost 残像"},
    {ActionId::take_frame, "capture freeze"},
    {ActionId::save_picture, "screenshot photo render png image 写真 撮影 スクリーンショット 画像"},
    {ActionId::open_export,
     "vrm glb gltf vroid vtuber blender unity godot obj convert vrma 書き出し 変換 エクスポート"},
    {ActionId::save_pose, "vpd write export 保存"},
    {ActionId::ask_pose_name, "vpd write export 保存 名前を付けて"},
    {ActionId::save_scene, "project pmm mmdscene プロジェクト 書き出し"},
    {ActionId::ask_scene_name, "project pmm mmdscene プロジェクト 書き出し"},
    {ActionId::save_contact_sheet, "thumbnails overview"},
    {ActionId::open_dialog, "load file pmx pmd vpd vmd zip 読み込み"},
    {ActionId::add_model, "load second several 読み込み"},
    {ActionId::remove_figure, "delete close 削除"},
    {ActionId::keep_camera, "save camera 保存"},
    {ActionId::toggle_motion_camera, "camera motion 追従"},
    {ActionId::toggle_theme, "dark light colour color ダーク 配色"},
    {ActionId::toggle_language, "english language 言語 英語"},
    {ActionId::toggle_help, "shortcuts keyboard ショートカット"},
    {ActionId::larger_text, "zoom font size フォント"},
    {ActionId::smaller_text, "zoom font size フォント"},
    {ActionId::mouse_mmd, "mikumikudance buttons controls scheme settings preferences 設定 ボタン 操作"},
    {ActionId::mouse_blender, "buttons controls scheme settings preferences 設定 ボタン 操作"},
    {ActionId::mouse_mmdview, "buttons controls scheme settings preferences default 設定 ボタン 操作 初期化"},
    {ActionId::toggle_mmd_keys, "mikumikudance shortcuts keyboard settings preferences 設定 ショートカット"},
    {ActionId::undo, "back revert 取り消し"},
    {ActionId::redo, "again forward"},
    {ActionId::quit, "exit close 閉じる"},
};

}  // namespace

std::string_view synonyms_of(ActionId id) {
  for (const Synonyms& row : rows)
    if (row.id == id) return row.words;
  return {};
}

}  // namespace mmd
