#pragma once

#include <span>

#include "app/actions/action.h"
#include "app/panels/docks.h"
#include "app/panels/panel_state.h"
#include "app/panels/ui.h"
#include "app/text/language.h"

namespace mmd {

struct Parts;

/// A panel that lies in a dock.
struct PanelRow {
  Panel panel;
  Dock dock;
  Words name;       ///< on its tab
  ActionId toggle;  ///< opens and closes it
  /// Draws what is in it, into a window that was begun; adds what it is asked to do.
  void (*draw)(Ui& ui, const Parts& parts, Actions& actions);
};
/// In the order of their tabs.
std::span<const PanelRow> panel_table();
/// Its row; null for what lies in no dock.
const PanelRow* row_of(Panel panel);

/// Which docks have a panel that is open.
std::array<bool, dock_count> open_docks(const PanelState& panels);
/// The panel of a dock that is seen: of those that are open, the one that was asked for last; null: none is
/// open.
const PanelRow* front_panel(const PanelState& panels, Dock dock);

}  // namespace mmd
