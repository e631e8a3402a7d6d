#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "pose/motion.h"

namespace mmd {

namespace {

constexpr float share_of_picture = 0.38f;

/// A bar that is as wide as the panel. What is taken is higher than what is seen. `pointer`: how far right it
/// is; where it goes while a button is held, some servers tell those who wait for events alone.
void draw_bar(const Playback& playback, float pointer, Actions& actions) {
  const float unit = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const auto last = static_cast<float>(playback.last_frame());
  ImGui::InvisibleButton("##bar", ImVec2(width, 0.9f * unit));
  const bool held = ImGui::IsItemActive();
  if (held && last > 0.0f) {
    const float share = std::clamp((pointer - from.x) / width, 0.0f, 1.0f);
    if (const double frame = std::round(share * last); frame != playback.frame())
      actions.push_back({ActionId::go_to_frame, frame});
  }
  const float shown = last > 0.0f ? static_cast<float>(playback.frame()) / last : 1.0f;
  const float top = from.y + 0.3f * unit, bottom = from.y + 0.6f * unit, at = from.x + shown * width;
  const bool lit = held || ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(ImVec2(from.x, top), ImVec2(from.x + width, bottom),
                     ImGui::GetColorU32(ImGuiCol_Border));
  list.AddRectFilled(ImVec2(from.x, top), ImVec2(at, bottom), ImGui::GetColorU32(ImGuiCol_SliderGrabActive));
  list.AddCircleFilled(ImVec2(at, 0.5f * (top + bottom)), (lit ? 0.4f : 0.32f) * unit,
                       ImGui::GetColorU32(ImGuiCol_Text));
}

/// From all that can be said to what has to be.
enum class Told : std::uint8_t { all, frame_and_state, frame };

std::string where_it_stands(const Ui& ui, const Playback& playback, Told told) {
  std::string out = fmt::format("{} {:.0f} / {}", ui.word(text::frame), std::floor(playback.frame()),
                                playback.last_frame());
  if (told == Told::frame) return out;
  if (told == Told::all) out += fmt::format(", {:.1f} s", playback.frame() / frames_per_second);
  if (!playback.playing()) out += fmt::format(", {}", ui.word(text::paused));
  if (playback.repeats()) out += fmt::format(", {}", ui.word(text::repeats));
  return out;
}

}  // namespace

float draw_playback_panel(Ui& ui, const Playback& playback, bool hides_model, const vec2& pointer, float top,
                          Actions& actions) {
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left + 0.5f * unit, top));
  // As wide as the longest text, so that it does not jump while digits change; in a narrow picture it ends
  // before the middle, where the model stands.
  const float narrow = std::max(share_of_picture * ui.picture().width(), 8.0f * unit);
  ImGui::SetNextWindowSize(ImVec2(std::min(21.0f * unit, narrow), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##playback", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  std::string line;
  for (const Told told : {Told::all, Told::frame_and_state, Told::frame}) {
    line = where_it_stands(ui, playback, told);
    if (ImGui::CalcTextSize(ui.known(line)).x <= ImGui::GetContentRegionAvail().x) break;
  }
  ui.text(line, Tone::normal, Ui::Wrap::never);
  if (hides_model) ui.text(text::model_hidden, Tone::normal, Ui::Wrap::never);
  draw_bar(playback, pointer.x, actions);
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

}  // namespace mmd
