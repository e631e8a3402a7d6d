#include "app/panels/docks.h"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"

namespace mmd {
namespace {

/// Maximum share of the window's width for a side dock: with another one, and alone.
constexpr float max_of_two = 0.31f, max_of_one = 0.45f;
/// Maximum share of the window's height for the bottom dock.
constexpr float max_at_bottom = 0.42f;

}  // namespace

DockPlan plan_docks(const Room& whole, float unit, const DockSizes& wanted,
                    const std::array<bool, dock_count>& open) {
  const auto is_open = [&](Dock dock) { return open[static_cast<std::size_t>(dock)]; };
  const auto size = [&](Dock dock, float most) {
    return is_open(dock) ? std::floor(std::min(wanted.of(dock) * unit, most)) : 0.0f;
  };
  const float most = whole.width() * (is_open(Dock::left) && is_open(Dock::right) ? max_of_two : max_of_one);
  const float left = size(Dock::left, most), right = size(Dock::right, most);
  const float bottom = size(Dock::bottom, max_at_bottom * whole.height());
  DockPlan plan;
  plan.picture = {whole.left + left, whole.top, whole.right - right, whole.bottom - bottom};
  const Room& picture = plan.picture;
  plan.docks = {Room{whole.left, whole.top, picture.left, picture.bottom},
                Room{picture.right, whole.top, whole.right, picture.bottom},
                Room{whole.left, picture.bottom, whole.right, whole.bottom}};
  return plan;
}

float dragged_dock_size(Dock dock, const Room& whole, float unit, const vec2& pointer) {
  const float points = dock == Dock::left    ? pointer.x - whole.left
                       : dock == Dock::right ? whole.right - pointer.x
                                             : whole.bottom - pointer.y;
  return std::clamp(points / unit, min_dock_size, largest_dock_size);
}

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
    {Panel::files, Dock::left, {"Files", "ファイル"}, ActionId::toggle_file_panel, draw_file_panel},
    {Panel::figures,
     Dock::right,
     {"Models", "モデル一覧"},
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

namespace {

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr const char* dock_names[] = {"##left", "##right", "##bottom"};

void draw_tab(Ui& ui, const PanelRow& row, bool front, const Parts& parts, Actions& actions) {
  const std::string name(row.name.in(parts.panels.language()));
  if (!front) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Tab));
  if (front) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_TabActive));
  ImGui::PushID(static_cast<int>(row.panel));
  if (ImGui::Button(ui.known(name)) && !front)
    actions.push_back({ActionId::show_panel, static_cast<std::int32_t>(row.panel)});
  ImGui::PopID();
  ImGui::PopStyleColor();
}

/// Tabs of open panels, and the button that closes the visible one.
void draw_tabs(Ui& ui, const Parts& parts, const PanelRow& front, Actions& actions) {
  const float cross = ImGui::GetFrameHeight();
  bool first = true;
  for (const PanelRow& row : panel_table()) {
    if (row.dock != front.dock || !parts.panels.shown(row.panel)) continue;
    const std::string name(row.name.in(parts.panels.language()));
    const float width = ImGui::CalcTextSize(ui.known(name)).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (!first) flow(width, cross);
    first = false;
    draw_tab(ui, row, row.panel == front.panel, parts, actions);
  }
  ImGui::SameLine(ImGui::GetContentRegionMax().x - cross);
  if (ImGui::Button("×", ImVec2(cross, 0.0f))) actions.push_back({front.toggle});
  ImGui::Separator();
}

/// The strip along the inner edge that resizes the dock.
void draw_edge(Dock dock, const Room& room, const Room& whole, const vec2& pointer, const Parts& parts,
               Actions& actions) {
  const float thick = 0.3f * ImGui::GetFontSize();
  const bool flat = dock == Dock::bottom;
  const ImVec2 at(dock == Dock::left ? room.right - thick : room.left, room.top);
  // The window's own clipping omits half its padding.
  ImGui::PushClipRect(ImVec2(room.left, room.top), ImVec2(room.right, room.bottom), false);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("##edge", flat ? ImVec2(room.width(), thick) : ImVec2(thick, room.height()));
  ImGui::PopClipRect();
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(flat ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsItemActive()) return;
  DockSizes sizes = parts.panels.dock_sizes();
  const float size = dragged_dock_size(dock, whole, ImGui::GetFontSize(), pointer);
  if (std::exchange(sizes.of(dock), size) != size) actions.push_back({ActionId::set_dock_sizes, sizes});
}

void draw_dock(Ui& ui, const Parts& parts, Dock dock, const DockPlan& plan, const Room& whole,
               const vec2& pointer, Actions& actions) {
  const PanelRow* front = front_panel(parts.panels, dock);
  const Room& room = plan.of(dock);
  if (front == nullptr || room.width() < 1.0f || room.height() < 1.0f) return;
  ImGui::SetNextWindowPos(ImVec2(room.left, room.top));
  ImGui::SetNextWindowSize(ImVec2(room.width(), room.height()));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin(dock_names[static_cast<std::size_t>(dock)], nullptr, fixed);
  ImGui::PopStyleVar();
  draw_edge(dock, room, whole, pointer, parts, actions);
  ImGui::SetCursorPos(ImGui::GetStyle().WindowPadding);
  draw_tabs(ui, parts, *front, actions);
  // Each panel keeps its scroll position.
  ImGui::PushID(static_cast<int>(front->panel));
  ImGui::BeginChild("##panel");
  front->draw(ui, parts, actions);
  ImGui::EndChild();
  ImGui::PopID();
  ImGui::End();
}

}  // namespace

void draw_docks(Ui& ui, const Parts& parts, const Room& whole, const vec2& pointer, Actions& actions) {
  const DockPlan plan = plan_docks(whole, ui.unit(), parts.panels.dock_sizes(), open_docks(parts.panels));
  for (const Dock dock : {Dock::left, Dock::right, Dock::bottom})
    draw_dock(ui, parts, dock, plan, whole, pointer, actions);
}

}  // namespace mmd
