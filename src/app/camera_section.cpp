#include <imgui.h>

#include "app/scene_panel.h"

namespace mmd {
namespace {

void draw_views(Ui& ui, Actions& actions) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  bool first = true;
  for (const ViewName& row : view_names()) {
    const std::string name(row.name);
    const float width = ImGui::CalcTextSize(name.c_str()).x + 2.0f * style.FramePadding.x;
    if (!first && ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= right) ImGui::SameLine();
    first = false;
    if (ImGui::Button(name.c_str())) actions.push_back({ActionId::set_view, row.view});
    option_tooltip(ui, "--view");
  }
}

}  // namespace

void draw_camera_section(Ui& ui, const SceneView& view, Actions& actions) {
  draw_views(ui, actions);
  MmdCamera camera = view.camera;
  const float step = camera.distance * 0.004f;
  bool moved =
      ImGui::DragFloat("Distance", &camera.distance, step, 0.05f, 1e6f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--camera");
  moved |= ImGui::DragFloat3("Target", &camera.target.x, step, 0.0f, 0.0f, "%.2f");
  option_tooltip(ui, "--camera");
  moved |=
      ImGui::SliderFloat("Raised", &camera.angles.x, -89.0f, 89.0f, "%.1f deg", ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--camera");
  moved |= ImGui::SliderFloat("Turned", &camera.angles.y, -180.0f, 180.0f, "%.1f deg",
                              ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--camera");
  moved |= ImGui::SliderFloat("Rolled", &camera.angles.z, -180.0f, 180.0f, "%.1f deg",
                              ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--roll");
  moved |= ImGui::SliderFloat("Field of view", &camera.fov_degrees, 1.0f, 125.0f, "%.0f deg",
                              ImGuiSliderFlags_AlwaysClamp);
  option_tooltip(ui, "--fov");
  bool orthographic = !camera.perspective;
  moved |= ImGui::Checkbox("Orthographic", &orthographic);
  option_tooltip(ui, "--ortho");
  camera.perspective = !orthographic;
  if (moved) actions.push_back({ActionId::set_camera, camera});
  ImGui::SameLine();
  if (ImGui::Button("As at the start")) actions.push_back({ActionId::start_camera});
}

}  // namespace mmd
