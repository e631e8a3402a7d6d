#include "app/action_table.h"

#include <iterator>
#include <type_traits>

#include "app/perform.h"

namespace mmd {
namespace {

using Value = ActionValue;

template <class T>
std::decay_t<T> value_taken(void (*)(const Parts&, T));

/// A function that takes nothing else, or the action's value.
template <auto function>
void call(const Parts& parts, [[maybe_unused]] const Value& value) {
  if constexpr (std::is_invocable_v<decltype(function), const Parts&>) {
    function(parts);
  } else {
    function(parts, std::get<decltype(value_taken(function))>(value));
  }
}
/// One that always takes the same.
template <auto function, auto argument>
void call_with(const Parts& parts, const Value&) {
  function(parts, argument);
}
template <View view>
constexpr auto show = call_with<perform::set_view, view>;
template <Panel panel>
constexpr auto toggle = call_with<perform::toggle_panel, panel>;
template <Panel panel>
bool is_shown(const Parts& parts) {
  return parts.panels.shown(panel);
}

using Id = ActionId;
namespace p = perform;

constexpr std::string_view by_panel = "a value, which a panel chooses",
                           by_mouse = "a value, which the mouse chooses";
constexpr Words no_help{};

/// An action that has neither key nor menu.
constexpr ActionRow with_value(Id id, Needs needs, std::string_view why, Words name,
                               void (*perform)(const Parts&, const Value&)) {
  return {id, {}, needs, Menu::nowhere, name, no_help, perform, nullptr, why};
}

constexpr ActionRow table[] = {
    {Id::view_fit,
     {SDLK_1, "1"},
     Needs::nothing,
     Menu::camera,
     {"Whole model", "モデル全体"},
     {"the whole model, from the front", "モデル全体を正面から"},
     show<View::fit>},
    {Id::view_mmd,
     {SDLK_2, "2"},
     Needs::nothing,
     Menu::camera,
     {"MikuMikuDance's start camera", "初期化（MikuMikuDanceのカメラ）"},
     {"MikuMikuDance's start camera", "初期化（MikuMikuDanceの初期カメラ）"},
     show<View::mmd>},
    {Id::view_front,
     {SDLK_3, "3"},
     Needs::nothing,
     Menu::camera,
     {"Front", "正面"},
     {"from the front", "正面から"},
     show<View::front>},
    {Id::view_back,
     {SDLK_4, "4"},
     Needs::nothing,
     Menu::camera,
     {"Back", "背面"},
     {"from the back", "背面から"},
     show<View::back>},
    {Id::view_left,
     {SDLK_5, "5"},
     Needs::nothing,
     Menu::camera,
     {"Left side", "左側"},
     {"the model's left side", "モデルの左側から"},
     show<View::left>},
    {Id::view_right,
     {SDLK_6, "6"},
     Needs::nothing,
     Menu::camera,
     {"Right side", "右側"},
     {"the model's right side", "モデルの右側から"},
     show<View::right>},
    {Id::view_top,
     {SDLK_7, "7"},
     Needs::nothing,
     Menu::camera,
     {"Above", "上面"},
     {"from above", "上面から"},
     show<View::top>},
    {Id::view_three_quarter,
     {SDLK_8, "8"},
     Needs::nothing,
     Menu::camera,
     {"Three-quarter view", "斜め前"},
     {"three-quarter view", "斜め前から"},
     show<View::three_quarter>},
    {Id::view_face_or_bust,
     {SDLK_9, "9"},
     Needs::nothing,
     Menu::camera,
     {"Face, or head and shoulders", "顔、頭と肩"},
     {"the face; again: head and shoulders", "顔、もう一度押すと頭と肩"},
     call<p::toggle_face_and_bust>},
    {Id::start_camera,
     {SDLK_r, "R"},
     Needs::nothing,
     Menu::camera,
     {"As at the start", "起動時のカメラ"},
     {"the camera as at the start", "カメラを起動時に戻す"},
     call<p::start_camera>},
    {Id::next_pose,
     {SDLK_RIGHT, "Right", true},
     Needs::model,
     Menu::pose,
     {"Next pose of the folder", "フォルダの次のポーズ"},
     {"next pose of the pose's folder", "フォルダの次のポーズ"},
     call_with<p::step_pose, 1>},
    {Id::previous_pose,
     {SDLK_LEFT, "Left", true},
     Needs::model,
     Menu::pose,
     {"Previous pose of the folder", "フォルダの前のポーズ"},
     {"previous pose of the pose's folder", "フォルダの前のポーズ"},
     call_with<p::step_pose, -1>},
    {Id::toggle_playing,
     {SDLK_SPACE, "Space"},
     Needs::motion,
     Menu::motion,
     {"Play", "再生"},
     {"play the motion, pause", "モーションの再生、一時停止"},
     call<p::toggle_playing>,
     [](const Parts& parts) { return parts.stage.playback().playing(); }},
    {Id::next_frame,
     {SDLK_PERIOD, ".", true},
     Needs::motion,
     Menu::motion,
     {"Next frame", "次のフレーム"},
     {"one frame forward", "1フレーム進む"},
     call_with<p::step_frame, 1>},
    {Id::previous_frame,
     {SDLK_COMMA, ",", true},
     Needs::motion,
     Menu::motion,
     {"Previous frame", "前のフレーム"},
     {"one frame back", "1フレーム戻る"},
     call_with<p::step_frame, -1>},
    {Id::first_frame,
     {SDLK_HOME, "Home"},
     Needs::motion,
     Menu::motion,
     {"First frame", "最初のフレーム"},
     {"to the start of the motion", "モーションの最初のフレームへ"},
     call<p::go_to_start>},
    {Id::last_frame,
     {SDLK_END, "End"},
     Needs::motion,
     Menu::motion,
     {"Last frame", "最後のフレーム"},
     {"to the end of the motion", "モーションの最後のフレームへ"},
     call<p::go_to_end>},
    {Id::toggle_repeat,
     {SDLK_l, "L"},
     Needs::motion,
     Menu::motion,
     {"Repeat", "繰り返し"},
     {"repeat the motion, or stop at its end", "モーションの繰り返し"},
     call<p::toggle_repeat>,
     [](const Parts& parts) { return parts.stage.playback().repeats(); }},
    {Id::toggle_motion_camera,
     {SDLK_k, "K"},
     Needs::motion_camera,
     Menu::camera,
     {"Follow the motion's camera", "カメラに追従"},
     {"follow the motion's camera, or not", "モーションのカメラに追従"},
     call<p::toggle_motion_camera>,
     [](const Parts& parts) { return parts.stage.follows_motion_camera(); }},
    {Id::toggle_rest_pose,
     {SDLK_p, "P"},
     Needs::model,
     Menu::pose,
     {"Rest pose", "初期ポーズ"},
     {"rest pose and back", "初期ポーズと元のポーズ"},
     call<p::toggle_rest_pose>,
     [](const Parts& parts) { return parts.stage.rest_pose(); }},
    {Id::toggle_append,
     {SDLK_a, "A"},
     Needs::nothing,
     Menu::pose,
     {"Append", "付与"},
     {"append parents (D-bones, twist, eyes) on and off", "付与（足D、捩り、目）"},
     call<p::toggle_append>,
     [](const Parts& parts) { return parts.stage.choices().evaluation.append; }},
    {Id::toggle_ik,
     {SDLK_i, "I"},
     Needs::nothing,
     Menu::pose,
     {"Inverse kinematics", "IK"},
     {"inverse kinematics on and off", "IK"},
     call<p::toggle_ik>,
     [](const Parts& parts) { return parts.stage.choices().evaluation.ik; }},
    {Id::toggle_edges,
     {SDLK_e, "E"},
     Needs::nothing,
     Menu::view,
     {"Edges", "エッジ（輪郭線）"},
     {"edges on and off", "エッジ（輪郭線）"},
     call<p::toggle_edges>,
     [](const Parts& parts) { return parts.stage.choices().look.edge; }},
    {Id::next_bones,
     {SDLK_b, "B"},
     Needs::nothing,
     Menu::view,
     {"Bones: operable, all, none", "ボーン表示：操作できるもの、全て、なし"},
     {"bones over the mesh: those that one moves, all, none; the one under the pointer is named",
      "ボーン表示：操作できるもの、全て、なし"},
     call<p::next_bones>,
     [](const Parts& parts) { return parts.stage.choices().look.skeleton; }},
    {Id::toggle_bone_names,
     {SDLK_n, "N"},
     Needs::nothing,
     Menu::view,
     {"Names of the bones", "ボーン名"},
     {"names of the bones on and off", "ボーン名"},
     call<p::toggle_bone_names>,
     [](const Parts& parts) { return parts.picker.names_shown(); }},
    {Id::next_comparison,
     {SDLK_c, "C"},
     Needs::model,
     Menu::view,
     {"Comparison: side by side, wipe, heat map, off", "比較：左右、ワイプ、差の色分け、なし"},
     {"compare with append off: side by side, wipe, heat map, off",
      "付与なしとの比較：左右、ワイプ、差の色分け、なし"},
     call<p::next_comparison>,
     [](const Parts& parts) { return parts.panes.mode() != CompareMode::off; }},
    {Id::toggle_scene_panel,
     {SDLK_TAB, "Tab"},
     Needs::nothing,
     Menu::view,
     {"Camera, light, picture, comparison", "カメラ、照明、表示、比較"},
     {"camera, light, picture and comparison in a panel", "カメラ、照明、表示、比較のパネル"},
     toggle<Panel::scene>,
     is_shown<Panel::scene>},
    {Id::toggle_morph_panel,
     {SDLK_m, "M"},
     Needs::nothing,
     Menu::view,
     {"Morphs", "表情（モーフ）"},
     {"morphs in a panel", "表情（モーフ）のパネル"},
     toggle<Panel::morphs>,
     is_shown<Panel::morphs>},
    {Id::toggle_menu_bar,
     {SDLK_F10, "F10"},
     Needs::nothing,
     Menu::view,
     {"Menu bar", "メニューバー"},
     {"the menus on and off", "メニューバー"},
     toggle<Panel::menu_bar>,
     is_shown<Panel::menu_bar>},
    {Id::save_picture,
     {SDLK_F12, "F12"},
     Needs::picture,
     Menu::file,
     {"Save the picture", "画像ファイルに出力"},
     {"save the picture into the current folder", "画像ファイルに出力（現在のフォルダ）"},
     call<p::save_picture>},
    {Id::toggle_help,
     {SDLK_h, "H, F1", false, SDLK_F1},
     Needs::nothing,
     Menu::help,
     {"Keys and mouse", "キーとマウスの一覧"},
     {"these keys", "このキー一覧"},
     toggle<Panel::help>,
     is_shown<Panel::help>},
    {Id::toggle_language,
     {},
     Needs::nothing,
     Menu::help,
     {"Japanese (日本語)", "English mode"},
     no_help,
     call<p::toggle_language>},
    {Id::reset_morphs,
     {},
     Needs::model,
     Menu::pose,
     {"Morphs as pose and motion have them", "表情をポーズとモーションに戻す"},
     no_help,
     call<p::reset_morphs>},
    {Id::escape,
     {SDLK_ESCAPE, "Escape"},
     Needs::nothing,
     Menu::nowhere,
     {"Close", "閉じる"},
     {"close a menu or the help; cancel loading; close panels; end the comparison; quit",
      "メニューやキー一覧を閉じる、読み込みの中止、パネルを閉じる、比較の終了、終了"},
     call<p::escape>,
     nullptr,
     "it is for what is open, menus too"},
    {Id::quit, {SDLK_q, "Q"}, Needs::nothing, Menu::file, {"Quit", "終了"}, {"quit", "終了"}, call<p::quit>},
    with_value(Id::open_files, Needs::nothing, "files are dropped onto the window",
               {"Open files", "ファイルを開く"}, call<p::open_files>),
    with_value(Id::set_view, Needs::nothing, by_panel, {"View", "視点"}, call<p::set_view>),
    with_value(Id::set_camera, Needs::nothing, by_panel, {"Camera by its numbers", "カメラの数値"},
               call<p::set_camera>),
    with_value(Id::move_camera, Needs::nothing, by_mouse, {"Camera by the mouse", "マウスでのカメラ操作"},
               call<p::move_camera>),
    with_value(Id::set_look, Needs::nothing, by_panel, {"How the picture looks", "表示"}, call<p::set_look>),
    with_value(Id::set_light, Needs::nothing, by_panel, {"Light", "照明"}, call<p::set_light>),
    with_value(Id::set_evaluation, Needs::nothing, by_panel,
               {"What of the pose is evaluated", "ポーズの計算"}, call<p::set_evaluation>),
    with_value(Id::set_compare_mode, Needs::nothing, by_panel, {"How two states are compared", "比較の表示"},
               call<p::set_compare_mode>),
    with_value(Id::set_compared, Needs::nothing, by_panel, {"What is compared with", "比較の相手"},
               call<p::set_compared>),
    with_value(Id::move_divider, Needs::nothing, by_mouse, {"Divider of a wipe", "ワイプの境界"},
               call<p::move_divider>),
    with_value(Id::set_morph, Needs::model, by_panel, {"Morph", "表情（モーフ）"}, call<p::set_morph>),
    with_value(Id::go_to_frame, Needs::motion, by_panel, {"Frame of the motion", "フレーム"},
               call<p::go_to_frame>),
    with_value(Id::select_bone, Needs::model, by_mouse, {"Bone", "ボーンの選択"}, call<p::select_bone>),
};

constexpr bool is_in_order() {
  if (std::size(table) != static_cast<std::size_t>(ActionId::count)) return false;
  for (std::size_t i = 0; i < std::size(table); ++i)
    if (table[i].id != static_cast<ActionId>(i)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const ActionRow> action_table() {
  return table;
}

const ActionRow& row_of(ActionId id) {
  return table[static_cast<std::size_t>(id)];
}

}  // namespace mmd
