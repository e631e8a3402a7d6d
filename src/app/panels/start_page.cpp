#include <algorithm>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/text/ui_strings.h"

namespace mmd {
namespace {

constexpr std::size_t max_listed = 8;
constexpr std::size_t columns = 4;

/// A thumbnail with its name and folder.
void draw_recent(Ui& ui, const Browser& recents, std::size_t number, const RecentName& name, float side,
                 Actions& actions) {
  const std::string& file = recents.entry(number).file;
  ImGui::PushID(static_cast<int>(number));
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##open", false, 0,
                        ImVec2(side, side + 2.0f * ImGui::GetTextLineHeightWithSpacing())))
    actions.push_back({ActionId::open_files, std::vector<std::string>{file}});
  ui.line_tooltip({file});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + side, at.y + side);
  if (const std::uintptr_t picture = recents.picture(number); picture != 0)
    list.AddImage(reinterpret_cast<ImTextureID>(picture), at, end);
  list.AddRect(at, end, ImGui::GetColorU32(ImGuiCol_Border));
  const auto line = [&](const std::string& text, Tone tone, float top) {
    const std::string seen = caption_within(ui, text, side);
    list.AddText(ImVec2(at.x, top), colour_of(tone, ui.theme()), ui.known(seen));
  };
  line(name.file, Tone::normal, end.y);
  line(name.folder, Tone::quiet, end.y + ImGui::GetTextLineHeight());
  ImGui::EndGroup();
  ImGui::PopID();
}

void draw_recent_models(Ui& ui, Browser& recents, Actions& actions) {
  const std::size_t count = recents.count(AssetLibraryKind::models);
  if (count == 0) return;
  ImGui::Spacing();
  ui.text(ui_strings::recent_models, Tone::quiet);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float side = (ImGui::GetContentRegionAvail().x - gap * static_cast<float>(columns - 1)) /
                     static_cast<float>(columns);
  std::vector<std::string> files;
  for (std::size_t i = 0; i < count; ++i) files.push_back(recents.entry(i).file);
  const std::vector<RecentName> names = recent_names(files);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % columns != 0) ImGui::SameLine();
    draw_recent(ui, recents, i, names[i], side, actions);
  }
  recents.note_seen(0, count, columns);
}

}  // namespace

std::vector<std::string> recents_to_show(const std::vector<std::string>& recent) {
  return {recent.begin(), recent.begin() + static_cast<std::ptrdiff_t>(std::min(recent.size(), max_listed))};
}

void draw_start_page(Ui& ui, const ViewerSetup& setup, Browser& recents, Actions& actions) {
  const Room& room = ui.picture();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + 0.42f * room.height()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize(ImVec2(std::min(room.width(), 34.0f * ui.unit()), 0.0f));
  ImGui::Begin("##start", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  ui.text(ui_strings::welcome_model, Tone::accent);
  ui.text(ui_strings::welcome_pose, Tone::quiet);
  ImGui::Spacing();
  if (ImGui::Button(ui.label(ui_strings::open_model))) actions.push_back({ActionId::open_dialog});
  if (!setup.sample.empty()) {
    ImGui::SameLine();
    if (ImGui::Button(ui.label(ui_strings::open_sample)))
      actions.push_back({ActionId::open_files, setup.sample});
  }
  draw_recent_models(ui, recents, actions);
  ImGui::End();
}

}  // namespace mmd
