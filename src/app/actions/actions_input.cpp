// Mouse schemes and key sets.
#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"

namespace mmd::handlers {
namespace {

void choose_mouse(const Parts& parts, MouseScheme scheme) {
  parts.panels.choose_mouse(scheme);
  parts.setup.remember(parts.panels);  // the question is not asked again, however the window ends
  if (scheme == MouseScheme::mmd && parts.setup.keys.used() != KeySet::mmd)
    return parts.board.say(ui_messages::mouse_is_mmd);
  parts.board.say(ui_messages::mouse_scheme, {parts.board.text_of(row_of(scheme).name)});
}

void toggle_mmd_keys(const Parts& parts) {
  const bool mmd = parts.setup.keys.used() != KeySet::mmd;
  const KeySet keys = mmd ? KeySet::mmd : KeySet::mmdview;
  parts.setup.keys.use(keys);
  parts.panels.key_set = keys;
  parts.board.say(mmd ? ui_messages::mmd_keys : ui_messages::own_keys);
}

template <MouseScheme scheme>
constexpr ActionRow mouse_row(ActionId id, LocalizedText name) {
  return action_row(id, {}, Needs::nothing, name, call_with<choose_mouse, scheme>,
                    [](const Parts& parts) { return parts.panels.mouse_scheme() == scheme; });
}

}  // namespace

std::span<const ActionRow> input_actions() {
  static constexpr ActionRow rows[] = {
      mouse_row<MouseScheme::mmd>(Id::mouse_mmd, {"Mouse: MMD", "マウス：MMD"}),
      mouse_row<MouseScheme::blender>(Id::mouse_blender, {"Mouse: Blender", "マウス：Blender"}),
      mouse_row<MouseScheme::mmdview>(Id::mouse_mmdview, {"Mouse: mmdview", "マウス：mmdview"}),
      action_row(Id::toggle_mmd_keys, {}, Needs::nothing, {"MMD keys", "MMDのキー配置"},
                 call<toggle_mmd_keys>,
                 [](const Parts& parts) { return parts.panels.key_set == KeySet::mmd; }),
  };
  return rows;
}

}  // namespace mmd::handlers
