

#include <imgui.h>

#include "app/camera_control.h"
#include "app/key_bindings.h"
#include "app/panels.h"

namespace mmd {
namespace {

constexpr std::uint32_t name_colour = IM_COL32(160, 205, 255, 255),
                        help_colour = IM_COL32(245, 245, 245, 255);

void row(Ui& ui, std::string_view name, std::string_view help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ui.text(name, name_colour, Ui::Wrap::never);
  ImGui::TableNextColumn();
  ui.text(help, help_colour, Ui::Wrap::never);
}

}  // namespace

void draw_help_panel(Ui& ui) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(screen.x * 0.5f, screen.y * 0.5f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), screen);
  ImGui::SetNextWindowBgAlpha(0.95f);
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_HorizontalScrollbar);
  if (ImGui::BeginTable("##keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const MouseRow& mouse : mouse_table()) row(ui, mouse.gesture, mouse.help);
    row(ui, " ", " ");
    for (const KeyBinding& key : key_bindings()) row(ui, key.name, key.help);
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace mmd
