#include "app/panels/panel_table.h"

#include <algorithm>

#include "app/panels/bones_panel.h"
#include "app/panels/browser_panel.h"
#include "app/panels/figures_panel.h"
#include "app/panels/file_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/model_panel.h"
#include "app/panels/morph_panel.h"
#include "app/panels/motion_panel.h"
#include "app/panels/scene_panel.h"

namespace mmd {
namespace {

constexpr PanelRow panel_rows[] = {
    {Panel::morphs, Dock::left, {"Morphs", "表情"}, ActionId::toggle_morph_panel, draw_morph_panel},
    {Panel::bones, Dock::left, {"Bones", "ボーン"}, ActionId::toggle_bones_panel, draw_bones_panel},
    {Panel::history, Dock::right, {"History", "履歴"}, ActionId::toggle_history_panel, draw_history_panel},
    {Panel::browser,
     Dock::bottom,
     {"Browser", "ブラウザ"},
     ActionId::toggle_browser_panel,
     draw_browser_panel},
    {Panel::model, Dock::left, {"Model", "モデル"}, ActionId::toggle_model_panel, draw_model_panel},
    {Panel::files, Dock::left, {"Open", "開く"}, ActionId::toggle_file_panel, draw_file_panel},
    {Panel::figures,
     Dock::right,
     {"Figures", "登場モデル"},
     ActionId::toggle_figures_panel,
     draw_figures_panel},
    {Panel::scene, Dock::right, {"Scene", "シーン"}, ActionId::toggle_scene_panel, draw_scene_panel},
    {Panel::motion, Dock::bottom, {"Motion", "モーション"}, ActionId::toggle_motion_panel, draw_motion_panel},
};

}  // namespace

std::span<const PanelRow> panel_table() {
  return panel_rows;
}

const PanelRow* row_of(Panel panel) {
  const auto* row = std::find_if(std::begin(panel_rows), std::end(panel_rows),
                                 [&](const PanelRow& r) { return r.panel == panel; });
  return row == std::end(panel_rows) ? nullptr : row;
}

std::array<bool, dock_count> open_docks(const PanelState& panels) {
  std::array<bool, dock_count> open{};
  for (const PanelRow& row : panel_rows) open[static_cast<std::size_t>(row.dock)] |= panels.shown(row.panel);
  return open;
}

const PanelRow* front_panel(const PanelState& panels, Dock dock) {
  const PanelRow* front = nullptr;
  for (const PanelRow& row : panel_rows) {
    if (row.dock != dock || !panels.shown(row.panel)) continue;
    if (front == nullptr || panels.asked_after(row.panel, front->panel)) front = &row;
  }
  return front;
}

}  // namespace mmd
