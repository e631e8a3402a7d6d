#include "app/scene_panel.h"

#include <algorithm>

#include <imgui.h>

#include "commands/options.h"

namespace mmd {
namespace {

constexpr float panel_width = 19.0f;  // heights of a line

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

void draw_scene_panel(Ui& ui, const SceneView& view, const Room& room, Actions& actions) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(screen.x - 0.5f * unit, room.top), ImGuiCond_Always, ImVec2(1.0f, 0.0f));
  const float width = std::min(panel_width * unit, screen.x - unit);
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0f),
                                      ImVec2(width, std::max(room.bottom - room.top - 0.5f * unit, unit)));
  ImGui::SetNextWindowBgAlpha(0.88f);
  ImGui::Begin("##scene", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_AlwaysAutoResize);
  draw_section(ui, "Camera", draw_camera_section, view, actions);
  draw_section(ui, "Light", draw_light_section, view, actions);
  draw_section(ui, "Picture", draw_picture_section, view, actions);
  draw_section(ui, "Physics", draw_physics_section, view, actions);
  draw_section(ui, "Comparison", draw_compare_section, view, actions);
  ImGui::End();
}

}  // namespace mmd
