// Physics.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow physics_rows[] = {
    {Id::toggle_physics,
     {SDLK_s, "S"},
     Needs::nothing,
     Menu::physics,
     {"Physics", "物理演算"},
     {"physics (hair, clothes) on and off", "物理演算（髪、服）"},
     call<p::toggle_physics>,
     [](const Parts& parts) { return parts.stage.simulates(); }},
    {Id::reset_physics,
     {SDLK_x, "X"},
     Needs::model,
     Menu::physics,
     {"Begin anew", "物理演算のリセット"},
     {"physics anew, from the rest pose", "物理演算のリセット"},
     call<p::reset_physics>},
    {Id::toggle_ground,
     {},
     Needs::nothing,
     Menu::physics,
     {"Ground", "地面"},
     no_help,
     call<p::toggle_ground>,
     [](const Parts& parts) { return parts.stage.choices().controls.ground; }},
    with_value(Id::set_physics, Needs::nothing, by_panel, {"Gravity, wind and ground", "重力、風、地面"},
               call<p::set_physics>),
};

}  // namespace

std::span<const ActionRow> physics_actions() {
  return physics_rows;
}

}  // namespace mmd
