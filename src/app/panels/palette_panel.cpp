// Every action by its name.
#include <algorithm>

#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/panels/panels.h"
#include "app/panels/search_field.h"

namespace mmd {
namespace {

bool key_pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

void close(Actions& actions) {
  actions.push_back({ActionId::toggle_palette});
}

void choose(const ActionRow& row, Actions& actions) {
  close(actions);
  actions.push_back({row.id});
}

void draw_row(Ui& ui, const ActionRow& row, bool chosen, const Parts& parts, Actions& actions) {
  const std::string key = parts.setup.keys.name_of(row.id);
  const float right = ImGui::GetContentRegionAvail().x;
  const bool there = is_available(row, parts.stage);
  ImGui::PushID(static_cast<int>(row.id));
  if (ImGui::Selectable(ui.label(row.name), chosen, there ? 0 : ImGuiSelectableFlags_Disabled))
    choose(row, actions);
  if (chosen) ImGui::SetScrollHereY();
  ImGui::PopID();
  if (key.empty()) return;
  ImGui::SameLine(right - ImGui::CalcTextSize(ui.known(key)).x);
  ui.text(key, Tone::quiet, Ui::Wrap::never);
}

}  // namespace

void draw_palette_panel(Ui& ui, const Parts& parts, const Room& room, Actions& actions) {
  Palette& palette = parts.panels.palette();
  const float unit = ui.unit();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + unit), ImGuiCond_Always, ImVec2(0.5f, 0.0f));
  ImGui::SetNextWindowSize(
      ImVec2(std::min(30.0f * unit, room.width()), std::min(22.0f * unit, room.height())));
  ImGui::Begin("##palette", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  const bool opens = ImGui::IsWindowAppearing();
  if (opens) palette.clear();
  draw_search_field(ui, palette.search, opens);
  if (key_pressed(ImGuiKey_DownArrow)) palette.step(1);
  if (key_pressed(ImGuiKey_UpArrow)) palette.step(-1);
  const auto found = palette.found();
  const std::size_t chosen = palette.chosen();
  if (key_pressed(ImGuiKey_Escape)) {
    close(actions);
  } else if (key_pressed(ImGuiKey_Enter) && !found.empty()) {
    choose(*found[chosen], actions);
  }
  ImGui::BeginChild("##found");
  if (found.empty()) ui.text(text::nothing_found, Tone::quiet);
  for (std::size_t i = 0; i < found.size(); ++i) draw_row(ui, *found[i], i == chosen, parts, actions);
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace mmd
