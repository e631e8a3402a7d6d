#include <imgui.h>

#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/panels/panels.h"

namespace mmd {

void draw_dialog_notice(Ui& ui, const Parts& parts, Actions& actions) {
  constexpr const char* name = "##dialog";
  const bool asks_to_save = asked_about(parts) != nullptr || parts.run.asks_about_scene;
  if (!parts.dialog.busy() || asks_to_save) {
    if (ImGui::IsPopupOpen(name)) ui.close_menus();
    return;
  }
  if (!ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
  const Room& room = ui.picture();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + 2.0f * ui.unit()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.0f));
  if (!ImGui::BeginPopupModal(name, nullptr,
                              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize))
    return;
  ImGui::AlignTextToFramePadding();
  ui.text(ui_strings::file_dialog_is_open, Tone::normal, Ui::Wrap::never);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::close_dialog))) actions.push_back({ActionId::cancel_dialog});
  ImGui::EndPopup();
}

}  // namespace mmd
