#include <algorithm>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panels.h"
#include "app/text/ui_strings.h"

namespace mmd {
namespace {

constexpr std::size_t max_listed = 8;

void draw_recent_models(Ui& ui, const std::vector<std::string>& files, Actions& actions) {
  if (files.empty()) return;
  ImGui::Spacing();
  ui.text(ui_strings::recent_models, Tone::quiet);
  for (std::size_t i = 0; i < std::min(files.size(), max_listed); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(ui.name_label(recent_name(files[i]))))
      actions.push_back({ActionId::open_files, std::vector<std::string>{files[i]}});
    ui.line_tooltip({files[i]});
    ImGui::PopID();
  }
}

}  // namespace

void draw_start_page(Ui& ui, const Parts& parts, Actions& actions) {
  const Room& room = ui.picture();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + 0.42f * room.height()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize(ImVec2(std::min(room.width(), 26.0f * ui.unit()), 0.0f));
  ImGui::Begin("##start", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  ui.text(ui_strings::welcome_model, Tone::accent);
  ui.text(ui_strings::welcome_pose, Tone::quiet);
  ImGui::Spacing();
  if (ImGui::Button(ui.label(ui_strings::open_model))) actions.push_back({ActionId::open_dialog});
  if (!parts.setup.sample.empty()) {
    ImGui::SameLine();
    if (ImGui::Button(ui.label(ui_strings::open_sample)))
      actions.push_back({ActionId::open_files, parts.setup.sample});
  }
  draw_recent_models(ui, parts.library.recent(), actions);
  ImGui::End();
}

}  // namespace mmd
