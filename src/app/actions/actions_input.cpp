// Mouse schemes.
#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"

namespace mmd {
namespace handlers {
namespace {

void choose_mouse(const Parts& parts, MouseScheme scheme) {
  parts.panels.choose_mouse(scheme);
  parts.board.say(ui_messages::mouse_scheme, {parts.board.text_of(row_of(scheme).name)});
  parts.redraw.panels();
}

}  // namespace
}  // namespace handlers

namespace {

template <MouseScheme scheme>
constexpr ActionRow mouse_row(ActionId id, LocalizedText name) {
  return action_row(id, {}, Needs::nothing, Menu::help, name, no_help,
                    call_with<handlers::choose_mouse, scheme>,
                    [](const Parts& parts) { return parts.panels.mouse_scheme() == scheme; });
}

}  // namespace

std::span<const ActionRow> input_actions() {
  using Id = ActionId;
  static constexpr ActionRow rows[] = {
      mouse_row<MouseScheme::mmd>(Id::mouse_mmd, {"Mouse: MMD", "マウス：MMD"}),
      mouse_row<MouseScheme::blender>(Id::mouse_blender, {"Mouse: Blender", "マウス：Blender"}),
      mouse_row<MouseScheme::mmdview>(Id::mouse_mmdview, {"Mouse: mmdview", "マウス：mmdview"}),
  };
  return rows;
}

}  // namespace mmd
