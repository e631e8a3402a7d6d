#include <algorithm>

#include <imgui.h>

#include "app/panels/panels.h"

namespace mmd {

void draw_welcome_panel(Ui& ui) {
  const Room& room = ui.picture();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + 0.4f * room.height()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize(ImVec2(std::min(room.width(), 30.0f * ImGui::GetFontSize()), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.65f);
  ImGui::Begin("##welcome", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ui.text(text::welcome_model);
  ui.text(text::welcome_pose);
  ui.text(text::welcome_start, Tone::quiet);
  ui.text(text::welcome_keys, Tone::quiet);
  ImGui::End();
}

}  // namespace mmd
