#include <cmath>
#include <iterator>
#include <string>

#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/panels/icons.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

struct ToolButton {
  ActionId action;
  std::string_view icon;
  bool ends_group = false;
  LocalizedText word = {};  ///< beside an icon that alone says too little
};

constexpr ToolButton buttons[] = {
    {ActionId::open_dialog, icons::open},
    {ActionId::save_pose, icons::save},
    {ActionId::save_picture, icons::camera_shot, true},
    {ActionId::undo, icons::undo},
    {ActionId::redo, icons::redo},
    {ActionId::reset_pose, icons::person, true},
    {ActionId::toggle_bones, icons::bones},
    {ActionId::tool_select, icons::pointer},
    {ActionId::tool_rotate, icons::turn},
    {ActionId::tool_move, icons::move},
    {ActionId::toggle_gizmo_axes, icons::globe, true},
    {ActionId::toggle_append, icons::link, false, {"Append", "付与"}},
    {ActionId::toggle_ik, icons::chain, false, {"IK", "IK"}},
    {ActionId::toggle_physics, icons::physics, true, {"Physics", "物理演算"}},
    {ActionId::toggle_edges, icons::edge},
    {ActionId::toggle_self_shadow, icons::self_shadow},
    {ActionId::toggle_ground_shadow, icons::ground_shadow},
    {ActionId::toggle_grid, icons::grid},
};

void draw_button(Ui& ui, const ToolButton& button, const Parts& parts, Actions& actions) {
  const ActionRow& row = row_of(button.action);
  const bool on = row.is_on != nullptr && row.is_on(parts);
  const bool there = is_available(row, parts.stage);
  push_switch_colours(on, 0);
  ImGui::PushStyleColor(ImGuiCol_Text, colour_of(there ? Tone::normal : Tone::quiet, ui.theme()));
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, there ? 1.0f : 0.5f);
  if (ImGui::Button(ui.icon_label(button.icon, row.name, button.word))) actions.push_back({row.id});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(switch_colours + 1);
  ui.line_tooltip({help_with_key(row, parts)});
}

float gap_width(const Ui& ui) {
  return 0.5f * ui.unit() + ImGui::GetStyle().ItemSpacing.x;
}

void draw_gap(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x = std::floor(at.x + 0.25f * ui.unit());
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, at.y + 0.2f * ui.unit()), ImVec2(x, at.y + 1.4f * ui.unit()),
                                      ImGui::GetColorU32(ImGuiCol_Separator));
  ImGui::Dummy(ImVec2(0.5f * ui.unit(), 1.0f));
  ImGui::SameLine();
}

/// The button for what has no space.
constexpr const char* more_label = "»";

float button_width(Ui& ui, const ToolButton& button) {
  const char* label = ui.icon_label(button.icon, row_of(button.action).name, button.word);
  return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x +
         ImGui::GetStyle().ItemSpacing.x + (button.ends_group ? gap_width(ui) : 0.0f);
}

/// Number of buttons, from the left, for that width; if not all fit, beside the button for the others.
std::size_t buttons_that_fit(Ui& ui, float room) {
  const float more = ImGui::CalcTextSize(ui.known(more_label)).x + 2.0f * ImGui::GetStyle().FramePadding.x;
  float used = 0.0f;
  std::size_t with_more = 0;
  for (std::size_t i = 0; i < std::size(buttons); ++i) {
    used += button_width(ui, buttons[i]);
    if (used > room + ImGui::GetStyle().ItemSpacing.x) return with_more;
    if (used + more <= room) with_more = i + 1;
  }
  return std::size(buttons);
}

/// The buttons from `first` on, as a menu.
void draw_folded(Ui& ui, std::size_t first, const Parts& parts, Actions& actions) {
  if (!ImGui::BeginPopup("##more")) return;
  for (std::size_t i = first; i < std::size(buttons); ++i) {
    draw_menu_item(ui, row_of(buttons[i].action), parts, actions);
    if (buttons[i].ends_group && i + 1 < std::size(buttons)) ImGui::Separator();
  }
  ImGui::EndPopup();
}

}  // namespace

std::string help_with_key(const ActionRow& row, const Parts& parts) {
  const std::string key = parts.setup.keys.name_of(row.id);
  std::string out(help_of(row).in(parts.panels.language));
  if (!key.empty()) out += " (" + key + ")";
  return out;
}

float tool_bar_height(const Ui& ui) {
  return std::round(2.2f * ui.unit());
}

void draw_tool_bar(Ui& ui, const Parts& parts, float top, Actions& actions) {
  ImGui::SetNextWindowPos(ImVec2(0.0f, top));
  ImGui::SetNextWindowSize(ImVec2(static_cast<float>(ui.window_size().width), tool_bar_height(ui)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.4f * ui.unit(), 0.25f * ui.unit()));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.15f * ui.unit(), 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.25f * ui.unit(), 0.3f * ui.unit()));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  ImGui::Begin("##tools", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
  const std::size_t fitting = buttons_that_fit(ui, ImGui::GetContentRegionAvail().x);
  for (std::size_t i = 0; i < fitting; ++i) {
    draw_button(ui, buttons[i], parts, actions);
    ImGui::SameLine();
    if (buttons[i].ends_group) draw_gap(ui);
  }
  const bool opens = fitting < std::size(buttons) && ImGui::Button(more_label);
  if (fitting < std::size(buttons)) ui.tooltip(ui_strings::more_tools);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(5);
  if (opens) ImGui::OpenPopup("##more");
  draw_folded(ui, fitting, parts, actions);
  ImGui::End();
}

}  // namespace mmd
