#include <algorithm>
#include <string_view>

#include <imgui.h>

#include "app/action_table.h"
#include "app/camera_control.h"
#include "app/panels.h"

namespace mmd {
namespace {

void row(Ui& ui, std::string_view name, std::string_view help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ui.text(name, Tone::accent, Ui::Wrap::never);
  ImGui::TableNextColumn();
  ui.text(help);
}

/// The widest of the texts of a column, in the window's points.
template <class Names>
float widest(const Names& name_of) {
  float width = 0.0f;
  const auto add = [&](std::string_view text) {
    width = std::max(width, ImGui::CalcTextSize(text.data(), text.data() + text.size()).x);
  };
  for (const MouseRow& mouse : mouse_table()) add(name_of(mouse));
  for (const ActionRow& row : action_table())
    if (!row.key.name.empty()) add(name_of(row));
  return width;
}

struct GestureOrKey {
  Language language;
  std::string_view operator()(const MouseRow& row) const { return row.gesture.in(language); }
  std::string_view operator()(const ActionRow& row) const { return row.key.name; }
};
struct HelpOf {
  Language language;
  std::string_view operator()(const MouseRow& row) const { return row.help.in(language); }
  std::string_view operator()(const ActionRow& row) const { return row.help.in(language); }
};

}  // namespace

void draw_key_hint(Ui& ui, float bottom) {
  const float gap = 0.5f * ui.unit();
  ui.tag(ui.word(text::keys_hint), vec2(ui.picture().right - gap, bottom - gap), vec2(1.0f));
}

void draw_help_panel(Ui& ui, Language language, const Room& room) {
  const vec2 middle = room.middle();
  ImGui::SetNextWindowPos(ImVec2(middle.x, middle.y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f),
                                      ImVec2(room.width(), std::max(room.height(), 1.0f)));
  // As wide as its lines, or as the window; then the lines break.
  const ImGuiStyle& style = ImGui::GetStyle();
  const GestureOrKey gesture_or_key{language};
  const HelpOf help_of{language};
  const float names = widest(gesture_or_key);
  const float padding = 2.0f * style.WindowPadding.x + 4.0f * style.CellPadding.x + style.ScrollbarSize;
  const float width = std::min(names + widest(help_of) + padding, room.width());
  ImGui::SetNextWindowSize(ImVec2(width, 0.0f));
  ImGui::SetNextWindowBgAlpha(0.95f);
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  if (ImGui::BeginTable("##keys", 2)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, names);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    for (const MouseRow& mouse : mouse_table()) row(ui, gesture_or_key(mouse), help_of(mouse));
    row(ui, " ", " ");
    for (const ActionRow& action : action_table())
      if (!action.key.name.empty()) row(ui, gesture_or_key(action), help_of(action));
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace mmd
