#include "app/scene_panel.h"

#include <imgui.h>

#include "app/parts.h"
#include "commands/options.h"

namespace mmd {
namespace {

using Section = void (*)(Ui&, const SceneView&, Actions&);

void draw_section(Ui& ui, const char* title, Section section, const SceneView& view, Actions& actions) {
  if (!ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen)) return;
  ImGui::PushID(title);
  ImGui::PushItemWidth(-7.0f * ImGui::GetFontSize());
  section(ui, view, actions);
  ImGui::PopItemWidth();
  ImGui::PopID();
}

}  // namespace

void option_tooltip(Ui& ui, std::string_view option) {
  help_tooltip(ui, option, option_help(option));
}

void help_tooltip(Ui& ui, std::string_view option, std::string_view help) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::SetNextWindowSize(ImVec2(18.0f * ImGui::GetFontSize(), 0.0f));
  ImGui::BeginTooltip();
  ui.text(option, IM_COL32(160, 205, 255, 255));
  ui.text(help);
  ImGui::EndTooltip();
}

bool draw_choice(Ui& ui, const char* label, std::span<const std::string> names, std::size_t& chosen) {
  const std::string shown = chosen < names.size() ? names[chosen] : std::string();
  if (!ImGui::BeginCombo(label, ui.known(shown))) return false;
  bool changed = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(ui.known(names[i]), i == chosen) && i != chosen) {
      chosen = i;
      changed = true;
    }
    ImGui::PopID();
  }
  ImGui::EndCombo();
  return changed;
}

SceneView scene_view(const Parts& parts) {
  const Scene& scene = parts.stage.scene();
  return {parts.stage.choices(),         scene.light,
          mmd_camera_from(scene.camera), parts.panes.mode(),
          parts.panes.compared(),        parts.pose_steps.listed()};
}

void draw_scene_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const SceneView view = scene_view(parts);
  draw_section(ui, "Camera", draw_camera_section, view, actions);
  draw_section(ui, "Light", draw_light_section, view, actions);
  draw_section(ui, "Picture", draw_picture_section, view, actions);
  draw_section(ui, "Physics", draw_physics_section, view, actions);
  draw_section(ui, "Comparison", draw_compare_section, view, actions);
}

}  // namespace mmd
