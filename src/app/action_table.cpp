#include "app/action_table.h"

#include <iterator>

#include "app/viewer.h"

namespace mmd {
namespace {

using Value = ActionValue;

template <View view>
void show_view(Viewer& viewer, const Value&) {
  viewer.set_view(view);
}
/// A function of the viewer that takes nothing.
template <void (Viewer::*function)()>
void call(Viewer& viewer, const Value&) {
  (viewer.*function)();
}
/// One that takes an action's value.
template <class T, void (Viewer::*function)(T)>
void call_with(Viewer& viewer, const Value& value) {
  (viewer.*function)(std::get<std::decay_t<T>>(value));
}
template <void (Viewer::*function)(int), int step>
void call_by(Viewer& viewer, const Value&) {
  (viewer.*function)(step);
}

using Id = ActionId;
using V = Viewer;

constexpr ActionRow table[] = {
    {Id::view_fit,
     {SDLK_1, "1"},
     Needs::nothing,
     "the whole model, from the front",
     "モデル全体を正面から",
     show_view<View::fit>},
    {Id::view_mmd,
     {SDLK_2, "2"},
     Needs::nothing,
     "MikuMikuDance's start camera",
     "MikuMikuDanceの初期カメラ",
     show_view<View::mmd>},
    {Id::view_front, {SDLK_3, "3"}, Needs::nothing, "from the front", "正面から", show_view<View::front>},
    {Id::view_back, {SDLK_4, "4"}, Needs::nothing, "from the back", "背面から", show_view<View::back>},
    {Id::view_left,
     {SDLK_5, "5"},
     Needs::nothing,
     "the model's left side",
     "モデルの左側から",
     show_view<View::left>},
    {Id::view_right,
     {SDLK_6, "6"},
     Needs::nothing,
     "the model's right side",
     "モデルの右側から",
     show_view<View::right>},
    {Id::view_top, {SDLK_7, "7"}, Needs::nothing, "from above", "真上から", show_view<View::top>},
    {Id::view_three_quarter,
     {SDLK_8, "8"},
     Needs::nothing,
     "three-quarter view",
     "斜め前から",
     show_view<View::three_quarter>},
    {Id::view_face_or_bust,
     {SDLK_9, "9"},
     Needs::nothing,
     "the face; again: head and shoulders",
     "顔、もう一度押すと頭と肩",
     call<&V::toggle_face_and_bust>},
    {Id::start_camera,
     {SDLK_r, "R"},
     Needs::nothing,
     "the camera as at the start",
     "カメラを起動時に戻す",
     call<&V::reset_camera>},
    {Id::next_pose,
     {SDLK_RIGHT, "Right", true},
     Needs::model,
     "next pose of the pose's folder",
     "フォルダの次のポーズ",
     call_by<&V::step_pose, 1>},
    {Id::previous_pose,
     {SDLK_LEFT, "Left", true},
     Needs::model,
     "previous pose of the pose's folder",
     "フォルダの前のポーズ",
     call_by<&V::step_pose, -1>},
    {Id::toggle_playing,
     {SDLK_SPACE, "Space"},
     Needs::motion,
     "play the motion, pause",
     "モーションの再生、一時停止",
     call<&V::toggle_playing>},
    {Id::next_frame,
     {SDLK_PERIOD, ".", true},
     Needs::motion,
     "one frame forward",
     "1フレーム進む",
     call_by<&V::step_frame, 1>},
    {Id::previous_frame,
     {SDLK_COMMA, ",", true},
     Needs::motion,
     "one frame back",
     "1フレーム戻る",
     call_by<&V::step_frame, -1>},
    {Id::first_frame,
     {SDLK_HOME, "Home"},
     Needs::motion,
     "to the start of the motion",
     "モーションの最初のフレームへ",
     call<&V::go_to_start>},
    {Id::last_frame,
     {SDLK_END, "End"},
     Needs::motion,
     "to the end of the motion",
     "モーションの最後のフレームへ",
     call<&V::go_to_end>},
    {Id::toggle_repeat,
     {SDLK_l, "L"},
     Needs::motion,
     "repeat the motion, or stop at its end",
     "モーションの繰り返し",
     call<&V::toggle_repeat>},
    {Id::toggle_motion_camera,
     {SDLK_k, "K"},
     Needs::motion,
     "follow the motion's camera, or not",
     "モーションのカメラに従う",
     call<&V::toggle_motion_camera>},
    {Id::toggle_rest_pose,
     {SDLK_p, "P"},
     Needs::model,
     "rest pose and back",
     "初期ポーズと元のポーズ",
     call<&V::toggle_rest_pose>},
    {Id::toggle_append,
     {SDLK_a, "A"},
     Needs::nothing,
     "append parents (D-bones, twist, eyes) on and off",
     "付与（足D、捩り、目）",
     call<&V::toggle_append>},
    {Id::toggle_ik,
     {SDLK_i, "I"},
     Needs::nothing,
     "inverse kinematics on and off",
     "IK",
     call<&V::toggle_ik>},
    {Id::toggle_edges, {SDLK_e, "E"}, Needs::nothing, "edges on and off", "輪郭線", call<&V::toggle_edges>},
    {Id::next_bones,
     {SDLK_b, "B"},
     Needs::nothing,
     "bones over the mesh: those that one moves, all, none; the one under the pointer is named",
     "ボーン表示：操作できるもの、全て、なし",
     call<&V::toggle_bones>},
    {Id::toggle_bone_names,
     {SDLK_n, "N"},
     Needs::nothing,
     "names of the bones on and off",
     "ボーン名",
     call<&V::toggle_bone_names>},
    {Id::next_comparison,
     {SDLK_c, "C"},
     Needs::model,
     "compare with append off: side by side, wipe, heat map, off",
     "付与なしとの比較：左右、ワイプ、差の色分け、なし",
     call<&V::cycle_compare>},
    {Id::toggle_scene_panel,
     {SDLK_TAB, "Tab"},
     Needs::nothing,
     "camera, light, picture and comparison in a panel",
     "カメラ、照明、表示、比較のパネル",
     call<&V::toggle_scene_panel>},
    {Id::toggle_morph_panel,
     {SDLK_m, "M"},
     Needs::nothing,
     "morphs in a panel",
     "モーフのパネル",
     call<&V::toggle_morph_panel>},
    {Id::save_picture,
     {SDLK_F12, "F12"},
     Needs::picture,
     "save the picture into the current folder",
     "現在のフォルダに画像を保存",
     call<&V::save_picture>},
    {Id::toggle_help, {SDLK_h, "H"}, Needs::nothing, "these keys", "このキー一覧", call<&V::toggle_help>},
    {Id::escape,
     {SDLK_ESCAPE, "Escape"},
     Needs::nothing,
     "close the help; cancel loading; close panels; end the comparison; quit",
     "キー一覧を閉じる、読み込みの中止、パネルを閉じる、比較の終了、終了",
     call<&V::escape>},
    {Id::quit, {SDLK_q, "Q"}, Needs::nothing, "quit", "終了", call<&V::quit>},
    {Id::open_files,
     {},
     Needs::nothing,
     "open files",
     "ファイルを開く",
     call_with<const std::vector<std::string>&, &V::open_files>},
    {Id::set_view, {}, Needs::nothing, "a view", "視点", call_with<View, &V::set_view>},
    {Id::set_camera,
     {},
     Needs::nothing,
     "the camera by its numbers",
     "カメラの数値",
     call_with<const MmdCamera&, &V::set_camera>},
    {Id::move_camera,
     {},
     Needs::nothing,
     "the camera by the mouse",
     "マウスでのカメラ操作",
     call_with<const Camera&, &V::move_camera>},
    {Id::set_look,
     {},
     Needs::nothing,
     "how the picture looks",
     "表示",
     call_with<const RenderSettings&, &V::set_look>},
    {Id::set_light, {}, Needs::nothing, "the light", "照明", call_with<const LightChoice&, &V::set_light>},
    {Id::set_evaluation,
     {},
     Needs::nothing,
     "what of the pose is evaluated",
     "ポーズの計算",
     call_with<const EvaluationChoice&, &V::set_evaluation>},
    {Id::set_compare_mode,
     {},
     Needs::nothing,
     "how two states are compared",
     "比較の表示",
     call_with<CompareMode, &V::set_compare_mode>},
    {Id::set_compared,
     {},
     Needs::nothing,
     "what is compared with",
     "比較の相手",
     call_with<const std::string&, &V::set_compared>},
    {Id::move_divider,
     {},
     Needs::nothing,
     "the divider of a wipe",
     "ワイプの境界",
     call_with<double, &V::move_divider>},
    {Id::set_morph, {}, Needs::model, "a morph", "モーフ", call_with<const MorphWeight&, &V::set_morph>},
    {Id::reset_morphs,
     {},
     Needs::model,
     "morphs as pose and motion have them",
     "モーフをポーズとモーションに戻す",
     call<&V::reset_morphs>},
    {Id::go_to_frame,
     {},
     Needs::motion,
     "a frame of the motion",
     "フレーム",
     call_with<double, &V::go_to_frame>},
    {Id::select_bone, {}, Needs::model, "a bone", "ボーンの選択", call_with<std::int32_t, &V::select_bone>},
};

constexpr bool is_in_order() {
  if (std::size(table) != static_cast<std::size_t>(ActionId::count)) return false;
  for (std::size_t i = 0; i < std::size(table); ++i)
    if (table[i].id != static_cast<ActionId>(i)) return false;
  return true;
}
static_assert(is_in_order());

/// Digits count by their place (French keyboards have them shifted) and on the keypad.
SDL_Keycode key_of(const SDL_Keysym& pressed) {
  if (pressed.scancode >= SDL_SCANCODE_1 && pressed.scancode <= SDL_SCANCODE_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_1);
  if (pressed.scancode >= SDL_SCANCODE_KP_1 && pressed.scancode <= SDL_SCANCODE_KP_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_KP_1);
  return pressed.sym;
}

}  // namespace

std::span<const ActionRow> action_table() {
  return table;
}

const ActionRow& row_of(ActionId id) {
  return table[static_cast<std::size_t>(id)];
}

const ActionRow* row_for_key(const SDL_Keysym& pressed) {
  if ((pressed.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return nullptr;
  const SDL_Keycode key = key_of(pressed);
  for (const ActionRow& row : table) {
    if (row.key.code != SDLK_UNKNOWN && row.key.code == key) return &row;
  }
  return nullptr;
}

std::string_view what_to_do(Needs needs) {
  constexpr std::string_view texts[] = {{},
                                        "No model yet: drop one here",
                                        "Nothing to save yet: drop a model here",
                                        "No motion yet: drop one (.vmd) here"};
  return texts[static_cast<std::size_t>(needs)];
}

}  // namespace mmd
