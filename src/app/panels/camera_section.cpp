#include <array>
#include <utility>

#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"
#include "app/text/view_words.h"

namespace mmd {
namespace {

void draw_views(Ui& ui, Actions& actions) {
  bool first = true;
  for (const ViewWords& row : view_words) {
    if (!std::exchange(first, false)) flow_button(ui, row.name);
    if (ImGui::Button(ui.label(row.name))) actions.push_back({ActionId::set_view, row.view});
    ui.tooltip(text::view);
  }
}

/// Those that are kept, as buttons, and a field to keep this one.
void draw_kept(Ui& ui, const SceneView& view, Actions& actions) {
  const ImGuiStyle& style = ImGui::GetStyle();
  bool first = true;
  for (const CameraBookmark& kept : view.cameras) {
    const float width = ImGui::CalcTextSize(ui.name_label(kept.name)).x + 2.0f * style.FramePadding.x;
    if (!first) flow(width);
    first = false;
    ImGui::PushID(kept.name.c_str());
    if (ImGui::Button(ui.name_label(kept.name))) actions.push_back({ActionId::go_to_camera, kept.name});
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) actions.push_back({ActionId::forget_camera, kept.name});
    ui.tooltip(text::kept_camera);
    ImGui::PopID();
  }
  std::array<char, 64> buffer{};
  view.tools.camera_name.copy(buffer.data(), buffer.size() - 1);
  ui.known(view.tools.camera_name);
  const std::string hint(ui.word(text::camera_name));
  const bool entered = ImGui::InputTextWithHint("##camera", ui.known(hint), buffer.data(), buffer.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  view.tools.camera_name = buffer.data();
  ImGui::SameLine();
  if (ImGui::Button(ui.label(text::keep_camera)) || entered)
    actions.push_back({ActionId::keep_camera_as, view.tools.camera_name});
}

}  // namespace

void draw_camera_section(Ui& ui, const SceneView& view, Actions& actions) {
  draw_views(ui, actions);
  MmdCamera camera = view.camera;
  const float step = camera.distance * 0.004f;
  bool moved = ImGui::DragFloat(ui.label(text::distance.name), &camera.distance, step, 0.05f, 1e6f, "%.2f",
                                ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::distance);
  moved |= drag_three(ui, text::target, camera.target, step, "%.2f");
  moved |= ImGui::SliderFloat(ui.label(text::raised.name), &camera.angles.x, -89.0f, 89.0f, "%.1f °",
                              ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::raised);
  moved |= ImGui::SliderFloat(ui.label(text::turned.name), &camera.angles.y, -180.0f, 180.0f, "%.1f °",
                              ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::turned);
  moved |= ImGui::SliderFloat(ui.label(text::rolled.name), &camera.angles.z, -180.0f, 180.0f, "%.1f °",
                              ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::rolled);
  moved |= ImGui::SliderFloat(ui.label(text::field_of_view.name), &camera.fov_degrees, 1.0f, 125.0f, "%.0f °",
                              ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(text::field_of_view);
  bool orthographic = !camera.perspective;
  moved |= ImGui::Checkbox(ui.label(text::orthographic.name), &orthographic);
  ui.tooltip(text::orthographic);
  camera.perspective = !orthographic;
  if (moved) actions.push_back({ActionId::set_camera, camera});
  flow_button(ui, text::camera_start);
  if (ImGui::Button(ui.label(text::camera_start))) actions.push_back({ActionId::start_camera});
  draw_kept(ui, view, actions);
}

}  // namespace mmd
