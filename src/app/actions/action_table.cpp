#include "app/actions/action_table.h"

#include <vector>

#include "app/actions/action_rows.h"

namespace mmd {
namespace {

/// The tables by topic, as one in the order of ActionId.
std::vector<ActionRow> all_actions() {
  std::vector<ActionRow> out(static_cast<std::size_t>(ActionId::count));
  for (const auto& topic :
       {camera_actions(), pose_actions(), edit_actions(), save_actions(), motion_actions(), physics_actions(),
        look_actions(), window_actions(), browse_actions(), figure_actions()})
    for (const ActionRow& row : topic) out[static_cast<std::size_t>(row.id)] = row;
  return out;
}

const std::vector<ActionRow>& table() {
  static const std::vector<ActionRow> rows = all_actions();
  return rows;
}

}  // namespace

std::span<const ActionRow> action_table() {
  return table();
}

const ActionRow& row_of(ActionId id) {
  return table()[static_cast<std::size_t>(id)];
}

}  // namespace mmd
