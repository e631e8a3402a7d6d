// The expressions of a VRM in the Export panel.
#include <optional>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/vrm_check.h"
#include "app/text/export_strings.h"

namespace mmd {
namespace {

/// A list of "Automatic", "none" and the model's morphs. Returns whether the user changed the choice.
bool draw_morph_choice(Ui& ui, const Model& model, const std::string& preset, const VrmExpression* now,
                       ExpressionMorphs& chosen) {
  const std::string name =
      now != nullptr ? model.morphs[static_cast<std::size_t>(now->morph)].name : std::string();
  if (!ImGui::BeginCombo(
          "##morph", ui.name_label(now != nullptr ? std::string_view(name) : ui.word(ui_strings::no_morph))))
    return false;
  const auto own = chosen.find(preset);
  const bool is_own = own != chosen.end();
  std::optional<std::string> wanted;
  if (ImGui::Selectable(ui.label(ui_strings::found_by_name), !is_own) && is_own) {
    chosen.erase(own);
    ImGui::EndCombo();
    return true;
  }
  if (ImGui::Selectable(ui.label(ui_strings::no_morph), is_own && own->second.empty()))
    wanted = std::string();
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    const Morph& morph = model.morphs[m];
    if (!can_be_expression(morph) || morph.name.empty()) continue;
    ImGui::PushID(static_cast<int>(m));
    if (ImGui::Selectable(ui.name_label(morph.name), is_own && own->second == morph.name))
      wanted = morph.name;
    ImGui::PopID();
  }
  ImGui::EndCombo();
  if (!wanted || (is_own && own->second == *wanted)) return false;
  chosen[preset] = *wanted;
  return true;
}

}  // namespace

bool draw_expressions(Ui& ui, const VrmCheck& check, ExpressionChoice& choice) {
  bool changed = false;
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
      ui.text(name, choice.morphs.contains(name) || now != nullptr ? Tone::normal : Tone::quiet,
              Ui::Wrap::never);
      ImGui::TableNextColumn();
      ImGui::PushID(name.c_str());
      ImGui::SetNextItemWidth(-1.0f);
      changed |= draw_morph_choice(ui, *check.model, name, now, choice.morphs);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  changed |= tick(ui, ui_strings::arkit_shapes, choice.arkit);
  if (choice.arkit) {
    ImGui::SameLine();
    ui.text(fmt::format("{}/52", check.arkit_count()), Tone::quiet, Ui::Wrap::never);
  }
  return changed;
}

}  // namespace mmd
