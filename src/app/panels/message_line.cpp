#include <algorithm>

#include <imgui.h>

#include "app/panels/panels.h"

namespace mmd {
namespace {

/// No wider than its text: what stands above it in the picture stays in sight.
float width_of(Ui& ui, const Messages& messages) {
  float widest = 0.0f;
  for (const Message& message : messages)
    widest = std::max(widest, ImGui::CalcTextSize(ui.known(message.text)).x);
  // A pixel more, lest rounding breaks the line.
  return std::min(widest + 2.0f * ImGui::GetStyle().WindowPadding.x + 1.0f, ui.picture().width());
}

}  // namespace

float draw_message_line(Ui& ui, const Messages& messages) {
  const Room& room = ui.picture();
  if (messages.empty()) return room.bottom;
  ImGui::SetNextWindowPos(ImVec2(room.left, room.bottom), ImGuiCond_Always, ImVec2(0.0f, 1.0f));
  ImGui::SetNextWindowSize(ImVec2(width_of(ui, messages), 0.0f));  // 0: as high as its text
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("##messages", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  for (const Message& message : messages) ui.text(message.text, tone_of(message.severity));
  const float top = ImGui::GetWindowPos().y;
  ImGui::End();
  ImGui::PopStyleVar(2);
  return top;
}

}  // namespace mmd
