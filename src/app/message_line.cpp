#include <imgui.h>

#include "app/panels.h"

namespace mmd {
namespace {

std::uint32_t colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return IM_COL32(255, 140, 130, 255);
    case Severity::warning:
      return IM_COL32(255, 214, 120, 255);
    default:
      return IM_COL32(245, 245, 245, 255);
  }
}

}  // namespace

float draw_message_line(Ui& ui, const Messages& messages) {
  const Room& room = ui.picture();
  if (messages.empty()) return room.bottom;
  ImGui::SetNextWindowPos(ImVec2(room.left, room.bottom), ImGuiCond_Always, ImVec2(0.0f, 1.0f));
  ImGui::SetNextWindowSize(ImVec2(room.width(), 0.0f));  // 0: as high as its text
  ImGui::SetNextWindowBgAlpha(0.65f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("##messages", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  for (const Message& message : messages) ui.text(message.text, colour_of(message.severity));
  const float top = ImGui::GetWindowPos().y;
  ImGui::End();
  ImGui::PopStyleVar(2);
  return top;
}

}  // namespace mmd
