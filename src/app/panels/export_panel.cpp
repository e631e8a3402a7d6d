#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"
#include "app/stage/model_summary.h"
#include "app/stage/vrm_check.h"
#include "app/text/export_strings.h"
#include "base/text.h"

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

void draw_term_field(Ui& ui, const ui_strings::Control& control, std::string& value) {
  text_field(ui, ui.label(control.name), {}, value);
  ui.tooltip(control);
}

void draw_terms(Ui& ui, ExportTerms& terms) {
  ui.text(ui_strings::vrm_is_t_pose, Tone::quiet);
  ImGui::Separator();
  ui.text(ui_strings::export_terms);
  ui.text(ui_strings::terms_are_yours, Tone::quiet);
  draw_term_field(ui, ui_strings::term_contact, terms.contact);
  draw_term_field(ui, ui_strings::term_license, terms.other_license);
  bool beside = false;  // check boxes: two in a row
  for (std::size_t i = 0; i < term_count; ++i) {
    const bool is_tick = term_rows()[i].values.empty();
    if (is_tick && std::exchange(beside, !beside)) ImGui::SameLine(15.0f * ui.unit());
    draw_term(ui, term_rows()[i], terms.chosen[i]);
  }
}

/// What a VRM of the model will lack, before it is written.
void draw_losses(Ui& ui, const std::vector<Finding>& findings) {
  if (findings.empty() ||
      !draw_header(ui, ui_strings::what_is_lost, fmt::format("({})", findings.size()), true))
    return;
  const float lines = 0.8f + static_cast<float>(std::min<std::size_t>(findings.size(), 4));
  ImGui::BeginChild("##lost", ImVec2(0.0f, lines * ImGui::GetTextLineHeightWithSpacing()), true);
  for (const Finding& finding : findings) {
    ui.text(finding_text(finding, ui.language()), tone_of(finding.severity));
    if (!finding.hint.empty()) ui.tooltip(finding.hint);
  }
  ImGui::EndChild();
}

/// Bones, expressions, losses and terms of a VRM. Returns whether it can be written.
bool draw_vrm(Ui& ui, const Parts& parts, ExportPanelState& state, Actions& actions) {
  const LoadedFigure& document = *parts.stage.document();
  if (state.vrm.model != document.loaded.model) {  // the format is new, or another model became active
    actions.push_back({ActionId::check_vrm});
    return false;
  }
  draw_term_field(ui, ui_strings::term_author, state.choice.terms.author);  // required, so in sight
  draw_human_bones(ui, parts.panels, actions);
  draw_expressions(ui, state, actions);
  if (ImGui::Button(ui.label(ui_strings::preview_vrm.name))) {
    actions.push_back({ActionId::preview_t_pose, TPoseChoice()});
    state.closes = true;
  }
  ui.tooltip(ui_strings::preview_vrm);
  draw_losses(ui, state.vrm.findings);
  const std::vector<std::string> terms = terms_of(document.model(), ui.language());
  if (!terms.empty() && draw_header(ui, ui_strings::terms, {}, false)) {
    constexpr float lines = 6.0f;
    ImGui::BeginChild("##readme", ImVec2(0.0f, lines * ImGui::GetTextLineHeightWithSpacing()), true);
    for (const std::string& text : terms) ui.text(utf8_lossy(text));
    ImGui::EndChild();
  }
  draw_terms(ui, state.choice.terms);
  return !state.choice.terms.author.empty() && !state.vrm.lacks_required();
}

/// Options by format. Returns whether the choice is complete.
bool draw_options(Ui& ui, const Parts& parts, ExportPanelState& state, Actions& actions) {
  ExportChoice& choice = state.choice;
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
  return !is_vrm(format) || draw_vrm(ui, parts, state, actions);
}

/// Format and options, which scroll if they need more than the window's height; the buttons below stay.
/// Returns whether the choice is complete.
bool draw_contents(Ui& ui, const Parts& parts, ExportPanelState& state, float most, Actions& actions) {
  const float others = 4.0f * ImGui::GetFrameHeightWithSpacing();  // title, folder, buttons
  ImGui::BeginChild("##contents", ImVec2(0.0f, std::min(state.contents_height, most - others)));
  ImGui::PushItemWidth(0.5f * ImGui::GetContentRegionAvail().x);
  draw_formats(ui, state.choice);
  const bool is_whole = draw_options(ui, parts, state, actions);
  ImGui::PopItemWidth();
  if (const float height = ImGui::GetCursorPosY(); height != state.contents_height) {
    state.contents_height = height;
    parts.redraw.panels();
  }
  ImGui::EndChild();
  return is_whole;
}

}  // namespace

void draw_export_panel(Ui& ui, const Parts& parts, Actions& actions) {
  constexpr const char* name = "##export";
  bool& asked = parts.panels.export_panel.is_asked;
  if (std::exchange(asked, false)) ImGui::OpenPopup(name);
  const Room& room = ui.picture();
  const float width = std::min(40.0f, ImGui::GetIO().DisplaySize.x / ui.unit() - 2.0f);
  const float top = 2.0f * ui.unit(), most = ImGui::GetIO().DisplaySize.y - 2.0f * top;
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, top), ImGuiCond_Always, ImVec2(0.5f, 0.0f));
  ImGui::SetNextWindowSizeConstraints(ImVec2(width * ui.unit(), 0.0f), ImVec2(width * ui.unit(), most));
  if (!ImGui::BeginPopupModal(name, nullptr,
                              ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                  ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize))
    return;
  ui.text(ui_strings::exporting);
  ImGui::Separator();
  ExportPanelState& state = parts.panels.export_panel;
  const bool is_whole = draw_contents(ui, parts, state, most, actions);
  ImGui::Separator();
  if (const auto folder = handlers::folder_to_export_to(parts)) draw_goes_to(ui, *folder);
  ImGui::BeginDisabled(!is_whole);
  if (ImGui::Button(ui.label(ui_strings::export_it))) {
    actions.push_back({ActionId::ask_export_name});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::cancel_it))) ImGui::CloseCurrentPopup();
  if (is_vrm(state.choice.format) && state.choice.terms.author.empty()) {
    ImGui::SameLine();
    ui.text(ui_strings::author_is_missing, Tone::warning, Ui::Wrap::never);
  }
  if (std::exchange(state.closes, false)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace mmd
