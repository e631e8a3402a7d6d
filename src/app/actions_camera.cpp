// Where one looks from.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

template <View view>
constexpr auto show = call_with<p::set_view, view>;

constexpr ActionRow rows[] = {
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
    {Id::toggle_motion_camera,
     {SDLK_k, "K"},
     Needs::motion_camera,
     Menu::camera,
     {"Follow the motion's camera", "カメラに追従"},
     {"follow the motion's camera, or not", "モーションのカメラに追従"},
     call<p::toggle_motion_camera>,
     [](const Parts& parts) { return parts.stage.follows_motion_camera(); }},
    with_value(Id::set_view, Needs::nothing, by_panel, {"View", "視点"}, call<p::set_view>),
    with_value(Id::set_camera, Needs::nothing, by_panel, {"Camera by its numbers", "カメラの数値"},
               call<p::set_camera>),
    with_value(Id::move_camera, Needs::nothing, by_mouse, {"Camera by the mouse", "マウスでのカメラ操作"},
               call<p::move_camera>),
};

}  // namespace

std::span<const ActionRow> camera_actions() {
  return rows;
}

}  // namespace mmd
