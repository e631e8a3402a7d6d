#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/mouse_scheme.h"
#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

/// Recently opened models.
void draw_recent_files(Ui& ui, const std::vector<std::string>& files, Actions& actions) {
  if (files.empty() || !ImGui::BeginMenu(ui.label(ui_strings::recent))) return;
  const std::vector<RecentName> names = recent_names(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(ui.name_label(names[i].text())))
      actions.push_back({ActionId::open_files, std::vector<std::string>{files[i]}});
    ImGui::PopID();
  }
  ImGui::EndMenu();
}

void draw_menu(Ui& ui, const MenuRow& menu, const Parts& parts, Actions& actions) {
  if (!ImGui::BeginMenu(ui.label(menu.name))) return;
  for (const MenuItem& item : menu.items) {
    switch (item.kind) {
      case MenuItem::Kind::action:
        draw_menu_item(ui, row_of(item.action), parts, actions);
        break;
      case MenuItem::Kind::line:
        ImGui::Separator();
        break;
      case MenuItem::Kind::recent_files:
        draw_recent_files(ui, parts.files.library.recent(), actions);
        break;
      case MenuItem::Kind::submenu:
        draw_menu(ui, *item.submenu, parts, actions);
        break;
    }
  }
  ImGui::EndMenu();
}

}  // namespace

void draw_menu_item(Ui& ui, const ActionRow& row, const Parts& parts, Actions& actions) {
  const std::string name(row.name.in(parts.panels.language)), key = parts.setup.keys.name_of(row.id);
  const bool on = row.is_on != nullptr && row.is_on(parts);
  ImGui::PushID(static_cast<int>(row.id));
  if (ImGui::MenuItem(ui.known(name), ui.known(key), on, is_available(row, parts.stage)))
    actions.push_back({row.id});
  ImGui::PopID();
}

void draw_menu_bar(Ui& ui, const Parts& parts, Actions& actions) {
  if (!ImGui::BeginMainMenuBar()) return;
  for (const MenuRow& menu : menu_table()) draw_menu(ui, menu, parts, actions);
  ImGui::EndMainMenuBar();
}

namespace {

bool key_pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

void close(Actions& actions) {
  actions.push_back({ActionId::toggle_palette});
}

/// A chosen bone becomes visible.
void choose(const PaletteEntry& entry, const Parts& parts, Actions& actions) {
  close(actions);
  if (entry.action.id == ActionId::select_bone && !parts.stage.arrangement().look.skeleton)
    actions.push_back({ActionId::toggle_bones});
  actions.push_back(entry.action);
}

/// `id`: differs for each entry.
void draw_entry(Ui& ui, const PaletteEntry& entry, int id, bool chosen, const Parts& parts,
                Actions& actions) {
  const std::string aside = entry.row != nullptr ? parts.setup.keys.name_of(entry.row->id)
                                                 : std::string(entry.kind.in(ui.language()));
  const float right = ImGui::GetContentRegionAvail().x;
  const bool there = entry.row == nullptr || is_available(*entry.row, parts.stage);
  const char* name = entry.row != nullptr ? ui.label(entry.row->name) : ui.name_label(entry.name);
  ImGui::PushID(id);
  if (ImGui::Selectable(name, chosen, there ? 0 : ImGuiSelectableFlags_Disabled))
    choose(entry, parts, actions);
  if (chosen) ImGui::SetScrollHereY();
  ImGui::PopID();
  if (aside.empty()) return;
  ImGui::SameLine(right - ImGui::CalcTextSize(ui.known(aside)).x);
  ui.text(aside, Tone::quiet, Ui::Wrap::never);
}

}  // namespace

void draw_palette_panel(Ui& ui, const Parts& parts, const Room& room, Actions& actions) {
  Palette& palette = parts.panels.palette;
  const float unit = ui.unit();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + unit), ImGuiCond_Always, ImVec2(0.5f, 0.0f));
  ImGui::SetNextWindowSize(
      ImVec2(std::min(30.0f * unit, room.width()), std::min(22.0f * unit, room.height())));
  ImGui::Begin("##palette", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  const bool opens = ImGui::IsWindowAppearing();
  if (opens) palette.clear();
  draw_search_field(ui, palette.search, opens);
  const auto found = palette.found(parts.stage.model());
  if (key_pressed(ImGuiKey_DownArrow)) palette.step(1, found.size());
  if (key_pressed(ImGuiKey_UpArrow)) palette.step(-1, found.size());
  const std::size_t chosen = palette.chosen(found.size());
  if (key_pressed(ImGuiKey_Escape)) {
    close(actions);
  } else if (key_pressed(ImGuiKey_Enter) && !found.empty()) {
    choose(found[chosen], parts, actions);
  }
  ImGui::BeginChild("##found");
  if (found.empty()) ui.text(ui_strings::nothing_found, Tone::quiet);
  for (std::size_t i = 0; i < found.size(); ++i)
    draw_entry(ui, found[i], static_cast<int>(i), i == chosen, parts, actions);
  ImGui::EndChild();
  ImGui::End();
}

namespace {

void row(Ui& ui, std::string_view name, std::string_view help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ui.text(name, Tone::accent, Ui::Wrap::never);
  ImGui::TableNextColumn();
  ui.text(help);
}

/// One line of the help: a mouse gesture or a key, and its effect.
struct Line {
  std::string name, help;
};

std::vector<Line> lines_of(const ViewerSetup& setup, PanelState& panels) {
  const Language language = panels.language;
  std::vector<Line> out;
  for (const MouseRow& mouse : mouse_table(panels.mouse_scheme()))
    out.push_back({std::string(mouse.gesture.in(language)), std::string(mouse.help.in(language))});
  for (const ActionRow& action : action_table()) {
    if (std::string key = setup.keys.name_of(action.id); !key.empty())
      out.push_back({std::move(key), std::string(help_of(action).in(language))});
  }
  return out;
}

float width_of(const std::string& text) {
  return ImGui::CalcTextSize(text.c_str()).x;
}

}  // namespace

void draw_key_hint(Ui& ui, float bottom) {
  const float gap = 0.5f * ui.unit();
  ui.tag(ui.word(ui_strings::keys_hint), vec2(ui.picture().right - gap, bottom - gap), vec2(1.0f));
}

void draw_help_panel(Ui& ui, const ViewerSetup& setup, PanelState& panels, const Room& room) {
  const std::vector<Line> lines = lines_of(setup, panels);
  float names = 0.0f, helps = 0.0f;
  for (const Line& line : lines) {
    names = std::max(names, width_of(line.name));
    helps = std::max(helps, width_of(line.help));
  }
  const vec2 middle = room.middle();
  ImGui::SetNextWindowPos(ImVec2(middle.x, middle.y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  // The height does not depend on the search, so that the window stays in place while the user types.
  const ImGuiStyle& style = ImGui::GetStyle();
  const float padding = 2.0f * style.WindowPadding.x + 4.0f * style.CellPadding.x + style.ScrollbarSize;
  const float height = (static_cast<float>(lines.size()) + 3.0f) * ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetNextWindowSize(ImVec2(std::min(names + helps + padding, room.width()),
                                  std::clamp(height, 1.0f, std::max(room.height(), 1.0f))));
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  std::string& search = panels.help_search;
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
