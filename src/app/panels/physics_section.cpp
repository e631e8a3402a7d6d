#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"

namespace mmd {

void draw_physics_section(Ui& ui, const SceneView& view, Actions& actions) {
  PhysicsControls controls = view.choices.controls;
  bool changed = ImGui::Checkbox(ui.label(text::physics_on.name), &controls.on);
  ui.tooltip(text::physics_on);
  ImGui::SameLine(0.5f * ImGui::GetContentRegionAvail().x);
  changed |= ImGui::Checkbox(ui.label(text::ground.name), &controls.ground);
  ui.tooltip(text::ground);
  changed |= ImGui::SliderFloat(ui.label(text::gravity.name), &controls.acceleration, 0.0f, 30.0f, "%.1f",
                                ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::gravity);
  changed |= slide_three(ui, text::gravity_direction, controls.direction, -1.0f, 1.0f, "%.2f");
  changed |= slide_three(ui, text::wind, controls.wind, -10.0f, 10.0f, "%.1f");
  if (changed) actions.push_back({ActionId::set_physics, controls});
  if (ImGui::Button(ui.label(text::physics_anew))) actions.push_back({ActionId::reset_physics});
  PhysicsControls usual;
  usual.on = controls.on;
  usual.ground = controls.ground;
  if (usual == controls) return;
  flow_button(ui, text::physics_usual);
  if (ImGui::Button(ui.label(text::physics_usual))) actions.push_back({ActionId::set_physics, usual});
}

}  // namespace mmd
