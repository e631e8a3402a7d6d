// How the picture looks, what lies over it, comparisons.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow look_rows[] = {
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
    {Id::toggle_bodies,
     {SDLK_j, "J"},
     Needs::nothing,
     Menu::view,
     {"Rigid bodies and joints", "剛体とジョイント"},
     {"rigid bodies and joints over the mesh; the body under the pointer is named", "剛体とジョイントの表示"},
     call<p::toggle_bodies>,
     [](const Parts& parts) { return parts.stage.choices().look.bodies; }},
    {Id::toggle_grid,
     {},
     Needs::nothing,
     Menu::view,
     {"Grid on the ground", "グリッド"},
     no_help,
     call<p::toggle_grid>,
     [](const Parts& parts) { return parts.stage.choices().look.grid; }},
    {Id::toggle_axes,
     {},
     Needs::nothing,
     Menu::view,
     {"Axes", "座標軸"},
     no_help,
     call<p::toggle_axes>,
     [](const Parts& parts) { return parts.stage.choices().look.axes; }},
    {Id::next_comparison,
     {SDLK_c, "C"},
     Needs::model,
     Menu::view,
     {"Comparison: side by side, wipe, heat map, off", "比較：左右、ワイプ、差の色分け、なし"},
     {"compare with append off: side by side, wipe, heat map, off",
      "付与なしとの比較：左右、ワイプ、差の色分け、なし"},
     call<p::next_comparison>,
     [](const Parts& parts) { return parts.panes.mode() != CompareMode::off; }},
    with_value(Id::set_look, Needs::nothing, by_panel, {"How the picture looks", "表示"}, call<p::set_look>),
    with_value(Id::set_background_picture, Needs::nothing, by_panel, {"Background picture", "背景画像"},
               call<p::set_background_picture>),
    with_value(Id::set_light, Needs::nothing, by_panel, {"Light", "照明"}, call<p::set_light>),
    with_value(Id::set_compare_mode, Needs::nothing, by_panel, {"How two states are compared", "比較の表示"},
               call<p::set_compare_mode>),
    with_value(Id::set_compared, Needs::nothing, by_panel, {"What is compared with", "比較の相手"},
               call<p::set_compared>),
    with_value(Id::move_divider, Needs::nothing, by_mouse, {"Divider of a wipe", "ワイプの境界"},
               call<p::move_divider>),
    with_value(Id::hide_materials, Needs::model, by_panel, {"Hidden materials", "非表示の材質"},
               call<p::hide_materials>),
};

}  // namespace

std::span<const ActionRow> look_actions() {
  return look_rows;
}

}  // namespace mmd
