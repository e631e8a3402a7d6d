#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/icons.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"

namespace mmd {
namespace {

/// Maximum share of the window's width for a side dock, and of its height for the bottom dock.
constexpr float max_side = 0.25f, max_bottom = 0.42f;

}  // namespace

DockPlan plan_docks(const Room& whole, float unit, const DockSizes& wanted,
                    const std::array<bool, dock_count>& open, float folded) {
  const auto size = [&](Dock dock, float most) {
    const bool is_open = open[static_cast<std::size_t>(dock)];
    return std::floor(std::min(is_open ? wanted.of(dock) * unit : folded, most));
  };
  const float left = size(Dock::left, max_side * whole.width());
  const float right = size(Dock::right, max_side * whole.width());
  const float bottom = size(Dock::bottom, max_bottom * whole.height());
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
    {Panel::bones, {"Bones", "ボーン"}, icons::bones, ActionId::toggle_bones_panel, draw_bones_panel},
    {Panel::morphs, {"Morphs", "表情"}, icons::smile, ActionId::toggle_morph_panel, draw_morph_panel},
    {Panel::hands, {"Hands", "手"}, icons::hand, ActionId::toggle_hands_panel, draw_hands_panel},
    {Panel::model, {"Model", "モデル"}, icons::info, ActionId::toggle_model_panel, draw_model_panel},
    {Panel::files, {"Files", "ファイル"}, icons::folder, ActionId::toggle_file_panel, draw_file_panel},
    {Panel::camera, {"Camera", "カメラ"}, icons::video, ActionId::toggle_camera_panel, draw_camera_panel},
    {Panel::light, {"Light", "照明"}, icons::light, ActionId::toggle_light_panel, draw_light_panel},
    {Panel::look, {"Look", "描画"}, icons::brush, ActionId::toggle_scene_panel, draw_look_panel},
    {Panel::history, {"Pose", "ポーズ"}, icons::history, ActionId::toggle_history_panel, draw_history_panel},
    {Panel::figures,
     {"Models", "モデル一覧"},
     icons::people,
     ActionId::toggle_figures_panel,
     draw_figures_panel},
    {Panel::browser,
     {"Poses", "ポーズ一覧"},
     icons::tiles,
     ActionId::toggle_browser_panel,
     draw_browser_panel,
     browser_is_empty},
    {Panel::motion,
     {"Motion", "モーション"},
     icons::film,
     ActionId::toggle_motion_panel,
     draw_motion_panel,
     motion_is_empty},
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
  for (std::size_t i = 0; i < dock_count; ++i) open[i] = panels.front(static_cast<Dock>(i)).has_value();
  return open;
}

namespace {

/// Whether the front panel of the bottom dock has nothing to show but a hint.
bool is_hint_only(const Parts& parts) {
  const std::optional<Panel> front = parts.panels.front(Dock::bottom);
  const PanelRow* row = front ? row_of(*front) : nullptr;
  return row != nullptr && row->is_empty != nullptr && row->is_empty(parts);
}

}  // namespace

DockSizes shown_dock_sizes(const Parts& parts, float unit) {
  DockSizes out = parts.panels.dock_sizes;
  if (is_hint_only(parts))  // half a point more than measured, as sizes are rounded down
    out.of(Dock::bottom) = std::max((parts.panels.hint_height + 0.5f) / unit, 2.0f);
  return out;
}

float folded_dock_size(float unit, const PanelState& panels) {
  return panels.shown(Panel::dock_tabs) ? std::round(2.0f * unit) : 0.0f;
}

namespace {

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                   ImGuiWindowFlags_NoScrollWithMouse;
constexpr const char* dock_names[] = {"##left", "##right", "##bottom"};

/// The button behind the tabs that folds the dock.
void draw_fold_button(Ui& ui, Dock dock, Panel front, Actions& actions) {
  const float side = ImGui::GetFrameHeight(), right = ImGui::GetContentRegionMax().x - side;
  flow(side);
  if (dock != Dock::bottom) ImGui::SetCursorPosX(std::max(right, ImGui::GetCursorPosX()));
  const ImGuiDir way = dock == Dock::left    ? ImGuiDir_Left
                       : dock == Dock::right ? ImGuiDir_Right
                                             : ImGuiDir_Down;
  if (ImGui::ArrowButton("##fold", way)) actions.push_back({row_of(front)->toggle});
  ui.tooltip(ui_strings::fold_dock);
}

/// Tabs of all panels of an open dock. The front tab stays as it is when it is clicked.
void draw_tabs(Ui& ui, const Parts& parts, Dock dock, Panel front, Actions& actions) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 padding(0.6f * style.FramePadding.x, style.FramePadding.y);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(0.35f * style.ItemSpacing.x, 0.5f * style.ItemSpacing.y));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  bool first = true;
  for (const PanelRow& row : panel_table()) {
    if (dock_of(row.panel) != dock) continue;
    const std::string name(ui.word(row.name));
    if (!first) flow(ImGui::CalcTextSize(ui.known(name)).x + 2.0f * padding.x);
    first = false;
    push_switch_colours(row.panel == front, ImGui::GetColorU32(ImGuiCol_Tab));
    ImGui::PushID(static_cast<int>(row.panel));
    if (ImGui::Button(ui.known(name)) && row.panel != front) actions.push_back({row.toggle});
    ui.line_tooltip({help_with_key(row_of(row.toggle), parts)});
    ImGui::PopID();
    ImGui::PopStyleColor(switch_colours);
  }
  draw_fold_button(ui, dock, front, actions);
  ImGui::PopStyleVar(3);
}

/// Icons of a folded dock's panels: below each other at the sides, in a row at the bottom.
void draw_strip(Ui& ui, const Parts& parts, Dock dock, Actions& actions) {
  bool first = true;
  for (const PanelRow& row : panel_table()) {
    if (dock_of(row.panel) != dock) continue;
    if (!std::exchange(first, false) && dock == Dock::bottom) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(row.panel));
    if (dock == Dock::bottom) {
      const std::string name(ui.word(row.name));
      if (ImGui::Button(ui.known(name))) actions.push_back({row.toggle});
    } else if (ImGui::Button(ui.icon_label(row.icon, row.name),
                             ImVec2(ImGui::GetContentRegionAvail().x, 0.0f))) {
      actions.push_back({row.toggle});
    }
    ui.line_tooltip({help_with_key(row_of(row.toggle), parts)});
    ImGui::PopID();
  }
}

/// The strip along the inner edge that resizes the dock.
void draw_edge(Dock dock, const Room& room, const Room& whole, const vec2& pointer, PanelState& panels,
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
  DockSizes sizes = panels.dock_sizes;
  const float size = dragged_dock_size(dock, whole, ImGui::GetFontSize(), pointer);
  if (std::exchange(sizes.of(dock), size) != size) actions.push_back({ActionId::set_dock_sizes, sizes});
}

void draw_open_dock(Ui& ui, const Parts& parts, Dock dock, Panel front, Actions& actions) {
  ImGui::SetCursorPos(ImGui::GetStyle().WindowPadding);
  draw_tabs(ui, parts, dock, front, actions);
  ImGui::Separator();
  // Each panel keeps its scroll position.
  ImGui::PushID(static_cast<int>(front));
  ImGui::BeginChild("##panel");
  row_of(front)->draw(ui, parts, actions);
  ImGui::EndChild();
  ImGui::PopID();
}

/// Tabs and, beside them if there is space, the hint of a panel without content.
void draw_hint(Ui& ui, const Parts& parts, Panel front, Actions& actions) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetCursorPos(style.WindowPadding);
  draw_tabs(ui, parts, Dock::bottom, front, actions);
  flow(38.0f * ui.unit());
  ImGui::BeginGroup();
  ImGui::AlignTextToFramePadding();
  row_of(front)->draw(ui, parts, actions);
  ImGui::EndGroup();
  const float height = ImGui::GetCursorPosY() - style.ItemSpacing.y + style.WindowPadding.y;
  if (height == parts.panels.hint_height) return;
  parts.panels.hint_height = height;
  parts.redraw.picture();  // its room changes
  parts.redraw.panels();
}

void draw_dock(Ui& ui, const Parts& parts, Dock dock, const DockPlan& plan, const Room& whole,
               const vec2& pointer, Actions& actions) {
  const Room& room = plan.of(dock);
  if (room.width() < 1.0f || room.height() < 1.0f) return;
  const std::optional<Panel> front = parts.panels.front(dock);
  ImGui::SetNextWindowPos(ImVec2(room.left, room.top));
  ImGui::SetNextWindowSize(ImVec2(room.width(), room.height()));
  // Content of exactly the dock's size: the tabs never scroll away.
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  if (front)
    ImGui::SetNextWindowContentSize(ImVec2(std::max(room.width() - 2.0f * padding.x, 1.0f),
                                           std::max(room.height() - 2.0f * padding.y, 1.0f)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  if (!front) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.2f * ui.unit(), 0.2f * ui.unit()));
  ImGui::Begin(dock_names[static_cast<std::size_t>(dock)], nullptr, fixed);
  ImGui::PopStyleVar(front ? 1 : 2);
  if (front && dock == Dock::bottom && is_hint_only(parts)) {
    draw_hint(ui, parts, *front, actions);
  } else if (front) {
    draw_edge(dock, room, whole, pointer, parts.panels, actions);
    draw_open_dock(ui, parts, dock, *front, actions);
  } else {
    draw_strip(ui, parts, dock, actions);
  }
  ImGui::End();
}

}  // namespace

void draw_docks(Ui& ui, const Parts& parts, const Room& whole, const vec2& pointer, Actions& actions) {
  const DockPlan plan = plan_docks(whole, ui.unit(), shown_dock_sizes(parts, ui.unit()),
                                   open_docks(parts.panels), folded_dock_size(ui.unit(), parts.panels));
  for (const Dock dock : {Dock::left, Dock::right, Dock::bottom})
    draw_dock(ui, parts, dock, plan, whole, pointer, actions);
}

}  // namespace mmd
