#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "base/handedness.h"

namespace mmd {
namespace {

/// MMD units per dragged point.
constexpr float units_per_point = 0.05f;

void draw_figure(Ui& ui, const Parts& parts, const Figure& figure, std::int32_t index, Actions& actions) {
  ImGui::PushID(index);
  bool shown = figure.is_shown();
  if (ImGui::Checkbox("##shown", &shown)) actions.push_back({ActionId::toggle_figure, index});
  ui.tooltip(ui_strings::figure_shown);
  ImGui::SameLine();
  const std::string name =
      fmt::format("{} {}{}", index + 1, figure_name(figure), figure.is_saved() ? "" : " *");
  const float side = ImGui::GetFrameHeight();
  if (ImGui::Selectable(ui.name_label(name), &figure == parts.stage.figure(), 0, ImVec2(0.0f, side)))
    actions.push_back({ActionId::activate_figure, index});
  ui.tooltip(ui_strings::figure_active);
  ImGui::PopID();
}

void draw_place(Ui& ui, const Figure& figure, std::int32_t index, Actions& actions) {
  vec3 at = mirror(figure.placed()) + vec3(0.0f);  // no -0
  ImGui::PushItemWidth(-6.0f * ui.unit());
  if (drag_three(ui, ui_strings::figure_place, at, units_per_point, "%.2f"))
    actions.push_back({ActionId::place_figure, FigurePlace{index, at}});
  ImGui::PopItemWidth();
}

}  // namespace

void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions) {
  if (ImGui::Button(ui.label(ui_strings::add_model.name))) actions.push_back({ActionId::add_model});
  ui.tooltip(ui_strings::add_model);
  const bool removable = parts.stage.figures().list().size() > 1;
  ImGui::SameLine();
  ImGui::BeginDisabled(!removable);
  if (ImGui::Button(ui.label(ui_strings::remove_model.name))) actions.push_back({ActionId::remove_figure});
  ImGui::EndDisabled();
  ui.tooltip(ui_strings::remove_model);
  bool beside = parts.panels.tools().beside;
  if (tick(ui, ui_strings::open_beside, beside)) actions.push_back({ActionId::toggle_beside});
  if (parts.stage.figure() == nullptr) return ui.text(ui_strings::no_model);
  ImGui::Separator();
  std::int32_t index = 0, active = 0;
  for (const auto& figure : parts.stage.figures().list()) {
    if (figure.get() == parts.stage.figure()) active = index;
    draw_figure(ui, parts, *figure, index++, actions);
  }
  ImGui::Separator();
  draw_place(ui, *parts.stage.figure(), active, actions);
}

}  // namespace mmd
