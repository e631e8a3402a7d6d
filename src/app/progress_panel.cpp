#include <algorithm>

#include <imgui.h>

#include "app/panels.h"

namespace mmd {

void draw_progress_panel(Ui& ui, const Loader::Status& status) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(screen.x * 0.5f, screen.y * 0.4f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize(ImVec2(std::min(screen.x, 20.0f * ImGui::GetFontSize()), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.75f);
  ImGui::Begin("##progress", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ui.text(status.what.empty() ? "Loading" : "Loading: " + status.what);
  ImGui::ProgressBar(status.fraction, ImVec2(-1.0f, 0.0f));
  ui.text("Escape cancels", IM_COL32(190, 190, 190, 255));
  ImGui::End();
}

}  // namespace mmd
