#include <algorithm>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"
#include "app/text/export_strings.h"

namespace mmd {
namespace {

void draw_formats(Ui& ui, ExportChoice& choice) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ExportFormat::count); ++i)
    names.emplace_back(ui.word(row_of(static_cast<ExportFormat>(i)).name));
  auto chosen = static_cast<std::size_t>(choice.format);
  if (draw_choice(ui, ui_strings::export_format, names, chosen))
    choice.format = static_cast<ExportFormat>(chosen);
}

void draw_term(Ui& ui, const TermRow& row, std::size_t& chosen) {
  const ui_strings::Control control{row.text, {}};
  if (row.values.empty()) {
    bool allowed = chosen > 0;
    if (tick(ui, control, allowed)) chosen = allowed ? 1 : 0;
    return;
  }
  std::vector<std::string> names;
  for (const LocalizedText& name : row.value_texts) names.emplace_back(ui.word(name));
  draw_choice(ui, control, names, chosen);
}

void draw_terms(Ui& ui, ExportTerms& terms) {
  ui.text(ui_strings::vrm_is_t_pose, Tone::quiet);
  ImGui::Separator();
  ui.text(ui_strings::export_terms);
  ui.text(ui_strings::terms_are_yours, Tone::quiet);
  const auto field = [&](const ui_strings::Control& control, std::string& value) {
    text_field(ui, ui.label(control.name), {}, value);
    ui.tooltip(control);
  };
  field(ui_strings::term_author, terms.author);
  field(ui_strings::term_contact, terms.contact);
  field(ui_strings::term_license, terms.other_license);
  for (std::size_t i = 0; i < term_count; ++i) draw_term(ui, term_rows()[i], terms.chosen[i]);
  if (terms.author.empty())
    ui.text(ui_strings::author_is_missing, Tone::warning);
  else
    ImGui::Dummy(ImVec2(0.0f, ImGui::GetTextLineHeight()));  // the buttons stay where they are
}

/// Options by format. Returns whether the choice is complete.
bool draw_options(Ui& ui, const Parts& parts, ExportChoice& choice) {
  const ExportFormat format = choice.format;
  const bool glb = format == ExportFormat::glb, is_motion = format == ExportFormat::motion;
  if (format == ExportFormat::model) {
    tick(ui, ui_strings::in_this_pose, choice.in_pose);
    ui.text(ui_strings::model_is_saved, Tone::quiet);
    return true;
  }
  if (!is_motion && format != ExportFormat::pose) tick(ui, ui_strings::english_names, choice.english);
  if (glb || format == ExportFormat::pose) tick(ui, ui_strings::bake_all, choice.bake);
  if (glb) tick(ui, ui_strings::lit_materials, choice.lit);
  if (glb) tick(ui, ui_strings::posed_vertices, choice.posed);
  if (is_motion) ui.text(ui_strings::vmd_is_baked, Tone::quiet);
  if (format == ExportFormat::vrma && !parts.stage.has_motion()) {
    ui.text(ui_strings::vrma_needs_motion, Tone::warning);
    return false;
  }
  if (!is_vrm(format)) return true;
  draw_terms(ui, choice.terms);
  return !choice.terms.author.empty();
}

}  // namespace

void draw_export_panel(Ui& ui, const Parts& parts, Actions& actions) {
  constexpr const char* name = "##export";
  bool& asked = parts.panels.export_panel().is_asked;
  if (std::exchange(asked, false)) ImGui::OpenPopup(name);
  const Room& room = ui.picture();
  constexpr float width = 30.0f;
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + ui.unit()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.0f));
  ImGui::SetNextWindowSize(ImVec2(width * ui.unit(), 0.0f));
  if (!ImGui::BeginPopupModal(name, nullptr,
                              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize))
    return;
  ui.text(ui_strings::exporting);
  ImGui::Separator();
  ImGui::PushItemWidth(0.5f * width * ui.unit());
  ExportChoice& choice = parts.panels.export_panel().choice;
  draw_formats(ui, choice);
  const bool is_whole = draw_options(ui, parts, choice);
  ImGui::PopItemWidth();
  ImGui::Separator();
  ImGui::BeginDisabled(!is_whole);
  if (ImGui::Button(ui.label(ui_strings::export_it))) {
    actions.push_back({ActionId::ask_export_name});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::cancel_it))) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace mmd
