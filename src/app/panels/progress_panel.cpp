#include <algorithm>

#include <imgui.h>

#include "app/panels/panels.h"

namespace mmd {

void draw_progress_panel(Ui& ui, const Loader::Status& status, bool model_is_shown, float top) {
  const Room& room = ui.picture();
  const ImVec2 middle(room.middle().x, room.top + 0.4f * room.height()),
      corner(room.left + 0.5f * ImGui::GetFontSize(), top);
  const float pivot = model_is_shown ? 0.0f : 0.5f;
  ImGui::SetNextWindowPos(model_is_shown ? corner : middle, ImGuiCond_Always, ImVec2(pivot, pivot));
  ImGui::SetNextWindowSize(ImVec2(std::min(room.width(), 18.0f * ImGui::GetFontSize()), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.75f);
  ImGui::Begin("##progress", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  const std::string loading(ui.word(text::loading));
  ui.text(status.what.empty() ? loading : loading + ": " + status.what);
  ImGui::ProgressBar(status.fraction, ImVec2(-1.0f, 0.0f));
  ui.text(text::escape_cancels, Tone::quiet);
  ImGui::End();
}

}  // namespace mmd
