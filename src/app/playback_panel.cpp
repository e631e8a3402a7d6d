#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels.h"
#include "pose/motion.h"

namespace mmd {

float draw_playback_panel(Ui& ui, const Playback& playback, bool hides_model) {
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(0.5f * unit, 0.5f * unit));
  // As wide as the longest text, so that it does not jump while digits change.
  ImGui::SetNextWindowSize(ImVec2(21.0f * unit, 0.0f));
  ImGui::SetNextWindowBgAlpha(0.5f);
  ImGui::Begin("##playback", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ui.text(fmt::format("Frame {:.0f} of {}, {:.1f} s{}{}", std::floor(playback.frame()), playback.last_frame(),
                      playback.frame() / frames_per_second, playback.playing() ? "" : ", paused",
                      playback.repeats() ? ", repeats" : ""),
          0xffffffff, Ui::Wrap::never);
  if (hides_model) ui.text("The motion hides the model here", 0xffffffff, Ui::Wrap::never);
  const float whole = static_cast<float>(playback.last_frame());
  ImGui::ProgressBar(whole > 0.0f ? static_cast<float>(playback.frame()) / whole : 1.0f,
                     ImVec2(-1.0f, 0.25f * unit), "");
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

}  // namespace mmd
