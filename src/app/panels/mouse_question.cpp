#include <string>
#include <vector>

#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

struct Answer {
  MouseScheme scheme;
  ActionId id;
};
constexpr Answer answers[] = {{MouseScheme::mmd, ActionId::mouse_mmd},
                              {MouseScheme::blender, ActionId::mouse_blender},
                              {MouseScheme::mmdview, ActionId::mouse_mmdview}};

/// How to turn, move and zoom the camera.
std::vector<std::string> camera_lines(MouseScheme scheme, Language language) {
  std::vector<std::string> out;
  for (const MouseRow& row : mouse_table(scheme)) {
    if (out.size() == 3) break;
    out.push_back(std::string(row.gesture.in(language)) + ": " + std::string(row.help.in(language)));
  }
  return out;
}

}  // namespace

float draw_mouse_question(Ui& ui, const Parts& parts, float top, Actions& actions) {
  if (!parts.panels.asks_mouse()) return top;
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left, top));
  ImGui::SetNextWindowSize(ImVec2(ui.picture().width(), 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin("##mouse", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::AlignTextToFramePadding();
  ui.text(ui_strings::which_mouse, Tone::normal, Ui::Wrap::never);
  for (const Answer& answer : answers) {
    const LocalizedText& name = row_of(answer.scheme).name;
    flow_button(ui, name);
    if (ImGui::Button(ui.label(name))) actions.push_back({answer.id});
    ui.line_tooltip(camera_lines(answer.scheme, ui.language()));
  }
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  ImGui::PopStyleVar();
  return bottom;
}

}  // namespace mmd
