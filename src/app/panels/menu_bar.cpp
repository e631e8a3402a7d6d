#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/panels/file_panel.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

void draw_item(Ui& ui, const ActionRow& row, const Parts& parts, Actions& actions) {
  const std::string name(row.name.in(parts.panels.language())), key = parts.setup.keys.name_of(row.id);
  const bool on = row.is_on != nullptr && row.is_on(parts);
  ImGui::PushID(static_cast<int>(row.id));
  if (ImGui::MenuItem(ui.known(name), ui.known(key), on, is_available(row, parts.stage)))
    actions.push_back({row.id});
  ImGui::PopID();
}

/// The models that were opened last.
void draw_recent_files(Ui& ui, const std::vector<std::string>& files, Actions& actions) {
  if (files.empty() || !ImGui::BeginMenu(ui.label(text::recent))) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(ui.name_label(recent_name(files[i]))))
      actions.push_back({ActionId::open_files, std::vector<std::string>{files[i]}});
    ImGui::PopID();
  }
  ImGui::EndMenu();
}

}  // namespace

void draw_menu_bar(Ui& ui, const Parts& parts, Actions& actions) {
  if (!ImGui::BeginMainMenuBar()) return;
  for (const MenuRow& menu : menu_table()) {
    // The same menu, whatever it is called.
    const std::string name =
        std::string(menu.name.in(parts.panels.language())) + "###" + std::string(menu.name.english);
    if (!ImGui::BeginMenu(ui.known(name))) continue;
    for (const ActionRow& row : action_table())
      if (row.menu == menu.menu) draw_item(ui, row, parts, actions);
    if (menu.menu == Menu::file) draw_recent_files(ui, parts.library.recent(), actions);
    ImGui::EndMenu();
  }
  ImGui::EndMainMenuBar();
}

}  // namespace mmd
