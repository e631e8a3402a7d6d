#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/input/mouse.h"
#include "app/panels/panels.h"
#include "app/panels/search_field.h"

namespace mmd {
namespace {

void row(Ui& ui, std::string_view name, std::string_view help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ui.text(name, Tone::accent, Ui::Wrap::never);
  ImGui::TableNextColumn();
  ui.text(help);
}

/// A line of the list: a gesture of the mouse or a key, and what it does.
struct Line {
  std::string name, help;
};

std::vector<Line> lines_of(const Parts& parts) {
  const Language language = parts.panels.language();
  std::vector<Line> out;
  for (const MouseRow& mouse : mouse_table())
    out.push_back({std::string(mouse.gesture.in(language)), std::string(mouse.help.in(language))});
  for (const ActionRow& action : action_table()) {
    const Words& help = action.help.english.empty() ? action.name : action.help;
    if (std::string key = parts.setup.keys.name_of(action.id); !key.empty())
      out.push_back({std::move(key), std::string(help.in(language))});
  }
  return out;
}

float width_of(const std::string& text) {
  return ImGui::CalcTextSize(text.c_str()).x;
}

}  // namespace

void draw_key_hint(Ui& ui, float bottom) {
  const float gap = 0.5f * ui.unit();
  ui.tag(ui.word(text::keys_hint), vec2(ui.picture().right - gap, bottom - gap), vec2(1.0f));
}

void draw_help_panel(Ui& ui, const Parts& parts, const Room& room) {
  const std::vector<Line> lines = lines_of(parts);
  float names = 0.0f, helps = 0.0f;
  for (const Line& line : lines) {
    names = std::max(names, width_of(line.name));
    helps = std::max(helps, width_of(line.help));
  }
  const vec2 middle = room.middle();
  ImGui::SetNextWindowPos(ImVec2(middle.x, middle.y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  // As wide as its lines, or as there is room; then the lines break. As high as there is room, so that it
  // stays where it is while one searches.
  const ImGuiStyle& style = ImGui::GetStyle();
  const float padding = 2.0f * style.WindowPadding.x + 4.0f * style.CellPadding.x + style.ScrollbarSize;
  const float height = (static_cast<float>(lines.size()) + 3.0f) * ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetNextWindowSize(ImVec2(std::min(names + helps + padding, room.width()),
                                  std::clamp(height, 1.0f, std::max(room.height(), 1.0f))));
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  std::string& search = parts.panels.help_search();
  draw_search_field(ui, search);
  if (ImGui::BeginTable("##keys", 2)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, names);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    for (const Line& line : lines)
      if (matches(search, {line.name, line.help})) row(ui, line.name, line.help);
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace mmd
