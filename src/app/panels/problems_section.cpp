// The findings of the checker in the Model panel, and what was repaired.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/model_summary.h"
#include "app/text/export_strings.h"
#include "base/text.h"
#include "model/mend.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Selects the bone or material of a finding.
void go_to(const FindingTarget& target, const Stage& stage, PanelState& panels, Actions& actions) {
  if (target.material != none) {
    ModelPanelState& panel = panels.model_panel;
    panel.search.clear();
    panel.material = target.material;
    panel.go_there = true;
  }
  if (target.bone == none) return;
  RenderSettings look = stage.arrangement().look;
  if (!look.skeleton) {
    look.skeleton = true;
    look.operable_bones = false;
    actions.push_back({ActionId::set_look, look});
  }
  actions.push_back({ActionId::select_bone, target.bone});
}

std::vector<std::string> without(std::vector<std::string> rules, std::string_view rule) {
  std::erase(rules, rule);
  return rules;
}

/// What was repaired, each rule with a button that takes its repairs back.
void draw_repairs(Ui& ui, const LoadedModel& loaded, Actions& actions) {
  constexpr std::size_t most_lines = 12;  // of a tooltip
  for (const std::string& rule : loaded.repairs) {
    std::vector<std::string> lines;
    std::size_t count = 0;
    for (const Mended& m : loaded.mended) {
      if (m.rule != rule) continue;
      if (++count <= most_lines) lines.push_back(change_text(m, ui.language()));
    }
    ImGui::PushID(rule.c_str());
    if (ImGui::Button(ui.label(ui_strings::take_repair_back)))
      actions.push_back({ActionId::repair_model, without(loaded.repairs, rule)});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ui.text(fmt::format(fmt::runtime(ui.word(ui_strings::repaired_rule)), rule, count), Tone::accent);
    ui.line_tooltip(lines);
    ImGui::PopID();
  }
}

void draw_finding(Ui& ui, const Stage& stage, PanelState& panels, const Finding& finding, Actions& actions) {
  if (draw_wrapped_item(ui, finding_text(finding, ui.language()), tone_of(finding.severity)))
    go_to(target_of(finding, *stage.model()), stage, panels, actions);
  if (!finding.hint.empty()) ui.tooltip(on_one_line(finding.hint));
}

}  // namespace

void draw_problems(Ui& ui, const Stage& stage, PanelState& panels, const ModelReport* report,
                   Actions& actions) {
  if (report == nullptr) return ui.text(ui_strings::checking, Tone::quiet);
  if (report->problem) return ui.text(describe(*report->problem), Tone::error);
  const LoadedModel& loaded = stage.document()->loaded;
  draw_repairs(ui, loaded, actions);
  if (report->findings.empty()) ui.text(ui_strings::no_findings, Tone::quiet);
  std::vector<std::string> all = loaded.repairs;
  for (std::size_t i = 0; i < report->findings.size(); ++i) {
    const Finding& finding = report->findings[i];
    ImGui::PushID(static_cast<int>(i));
    draw_finding(ui, stage, panels, finding, actions);
    // One button per rule: it repairs all of its findings.
    if (is_repair_rule(finding.rule) && std::find(all.begin(), all.end(), finding.rule) == all.end()) {
      all.emplace_back(finding.rule);
      std::vector<std::string> with_it = loaded.repairs;
      with_it.emplace_back(finding.rule);
      if (ImGui::Button(ui.label(ui_strings::repair_it.name)))
        actions.push_back({ActionId::repair_model, std::move(with_it)});
      ui.tooltip(ui_strings::repair_it);
    }
    ImGui::PopID();
  }
  if (all.size() > loaded.repairs.size() + 1) {
    if (ImGui::Button(ui.label(ui_strings::repair_all))) actions.push_back({ActionId::repair_model, all});
    ImGui::SameLine();
  }
  if (ImGui::Button(ui.label(ui_strings::save_model))) actions.push_back({ActionId::save_model});
}

}  // namespace mmd
