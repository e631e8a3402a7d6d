#include <imgui.h>

#include "app/scene_panel.h"

namespace mmd {

void draw_physics_section(Ui& ui, const SceneView& view, Actions& actions) {
  PhysicsControls controls = view.choices.controls;
  bool changed = ImGui::Checkbox("On", &controls.on);
  option_tooltip(ui, "--no-physics");
  ImGui::SameLine(0.5f * ImGui::GetContentRegionAvail().x);
  changed |= ImGui::Checkbox("Ground", &controls.ground);
  option_tooltip(ui, "--ground");
  changed |= ImGui::SliderFloat("Gravity", &controls.acceleration, 0.0f, 30.0f, "%.1f",
                                ImGuiSliderFlags_AlwaysClamp);
  help_tooltip(ui, "--gravity", "MikuMikuDance's number: 9.8 is 98 units per second squared");
  changed |= ImGui::SliderFloat3("Direction", &controls.direction.x, -1.0f, 1.0f, "%.2f",
                                 ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--gravity");
  changed |=
      ImGui::SliderFloat3("Wind", &controls.wind.x, -10.0f, 10.0f, "%.1f", ImGuiSliderFlags_AlwaysClamp);
  help_tooltip(ui, "--gravity",
               "an acceleration beside gravity, in the same numbers; MikuMikuDance has none");
  if (changed) actions.push_back({ActionId::set_physics, controls});
  if (ImGui::Button("Begin anew")) actions.push_back({ActionId::reset_physics});
  PhysicsControls usual;
  usual.on = controls.on;
  usual.ground = controls.ground;
  if (usual == controls) return;
  ImGui::SameLine();
  if (ImGui::Button("As MikuMikuDance")) actions.push_back({ActionId::set_physics, usual});
}

}  // namespace mmd
