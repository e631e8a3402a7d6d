#include "app/panels/scene_panel.h"

#include <algorithm>

#include <imgui.h>

#include "app/actions/parts.h"

namespace mmd {
namespace {

using DrawSection = void (*)(Ui&, const SceneView&, Actions&);

void draw_section(Ui& ui, const Words& title, DrawSection section, const SceneView& view, Actions& actions) {
  if (!ImGui::CollapsingHeader(ui.label(title), ImGuiTreeNodeFlags_DefaultOpen)) return;
  ImGui::PushID(title.english.data());
  // Names beside the numbers; where there is little room the numbers have most of it.
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::PushItemWidth(std::max(room - 7.3f * ImGui::GetFontSize(), 0.44f * room));
  section(ui, view, actions);
  ImGui::PopItemWidth();
  ImGui::PopID();
}

}  // namespace

bool draw_choice(Ui& ui, const text::Control& control, std::span<const std::string> names,
                 std::size_t& chosen) {
  const std::string shown = chosen < names.size() ? names[chosen] : std::string();
  float widest = 0.0f;
  for (const std::string& name : names) widest = std::max(widest, ImGui::CalcTextSize(ui.known(name)).x);
  const float needed = widest + 2.0f * ImGui::GetStyle().FramePadding.x + ImGui::GetFrameHeight();
  const bool name_beside = needed <= ImGui::CalcItemWidth();
  if (!name_beside) ui.text(control.name);
  if (!name_beside) ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const std::string label = name_beside ? ui.label(control.name) : "###" + std::string(control.name.english);
  const bool open = ImGui::BeginCombo(label.c_str(), ui.name_label(shown));
  if (!open) ui.tooltip(control);
  if (!open) return false;
  bool changed = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(ui.name_label(names[i]), i == chosen) && i != chosen) {
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
          parts.panes.compared(),        parts.pose_steps.listed(),
          parts.library.cameras(),       parts.panels.tools(),
          parts.panels.picture_file()};
}

void draw_scene_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const SceneView view = scene_view(parts);
  draw_section(ui, text::camera, draw_camera_section, view, actions);
  draw_section(ui, text::light, draw_light_section, view, actions);
  draw_section(ui, text::picture, draw_picture_section, view, actions);
  draw_section(ui, text::picture_file, draw_file_section, view, actions);
  draw_section(ui, text::physics, draw_physics_section, view, actions);
  draw_section(ui, text::comparison, draw_compare_section, view, actions);
}

}  // namespace mmd
