// The expressions of a VRM in the Export panel.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/vrm_check.h"
#include "app/text/export_strings.h"

namespace mmd {
namespace {

/// A list of "Automatic", "none" and the model's morphs.
void draw_morph_choice(Ui& ui, const VrmCheck& check, const std::string& preset, const VrmExpression* now,
                       Actions& actions) {
  const Model& model = *check.model;
  const std::string name =
      now != nullptr ? model.morphs[static_cast<std::size_t>(now->morph)].name : std::string();
  if (!ImGui::BeginCombo(
          "##morph", ui.name_label(now != nullptr ? std::string_view(name) : ui.word(ui_strings::no_morph))))
    return;
  const auto own = check.choice.morphs.find(preset);
  const bool is_own = own != check.choice.morphs.end();
  const auto choose = [&](std::vector<std::string> words) {
    actions.push_back({ActionId::choose_expression, std::move(words)});
  };
  if (ImGui::Selectable(ui.label(ui_strings::found_by_name), !is_own) && is_own) choose({preset});
  if (ImGui::Selectable(ui.label(ui_strings::no_morph), is_own && own->second.empty()))
    choose({preset, std::string()});
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    const Morph& morph = model.morphs[m];
    if (!can_be_expression(morph) || morph.name.empty()) continue;
    ImGui::PushID(static_cast<int>(m));
    if (ImGui::Selectable(ui.name_label(morph.name), is_own && own->second == morph.name))
      choose({preset, morph.name});
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

}  // namespace

void draw_expressions(Ui& ui, ExportPanelState& state, Actions& actions) {
  const VrmCheck& check = state.vrm;
  std::size_t found = 0;
  for (const ExpressionRow& row : expression_rows()) found += check.preset(row.name) != nullptr ? 1 : 0;
  const std::string count = fmt::format("({}/{})", found, expression_rows().size());
  if (draw_header(ui, ui_strings::vrm_expressions, count, false) &&
      ImGui::BeginTable("##expressions", 4, ImGuiTableFlags_SizingStretchProp)) {
    for (const float share : {1.0f, 1.4f, 1.0f, 1.4f})
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
    for (const ExpressionRow& row : expression_rows()) {
      const std::string name(row.name);
      const VrmExpression* now = check.preset(name);
      ImGui::TableNextColumn();
      ImGui::AlignTextToFramePadding();
      ui.text(name, check.choice.morphs.contains(name) || now != nullptr ? Tone::normal : Tone::quiet,
              Ui::Wrap::never);
      ImGui::TableNextColumn();
      ImGui::PushID(name.c_str());
      ImGui::SetNextItemWidth(-1.0f);
      draw_morph_choice(ui, check, name, now, actions);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  if (tick(ui, ui_strings::arkit_shapes, state.choice.arkit)) actions.push_back({ActionId::check_vrm});
  if (state.choice.arkit) {
    ImGui::SameLine();
    ui.text(fmt::format("{}/52", check.arkit_count()), Tone::quiet, Ui::Wrap::never);
  }
}

}  // namespace mmd
