#include "app/panels/model_panel.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/stage/model_summary.h"
#include "base/text.h"
#include "options/messages.h"

namespace mmd {
namespace {

constexpr std::size_t most_lines = 400;  ///< of textures, which have no clipper: their lines break

void draw_names(Ui& ui, const Model& model) {
  const std::string name = on_one_line(model.name), english = on_one_line(model.name_english);
  ui.text(name.empty() ? english : name, Tone::accent);
  if (!name.empty() && !english.empty() && english != name) ui.text(english, Tone::quiet);
}

void draw_terms(Ui& ui, const Model& model) {
  const std::vector<std::string> terms = terms_of(model, ui.language());
  if (terms.empty()) return ui.text(text::no_terms, Tone::quiet);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) ImGui::Separator();
    ui.text(utf8_lossy(terms[i]));
  }
}

void draw_new_model(Ui& ui, const Model& model, const std::string& key, Actions& actions) {
  ui.text(text::terms_first);
  const std::string button =
      fmt::format("{}{}###read", ui.word(text::terms_read), key.empty() ? "" : " (" + key + ")");
  if (ImGui::Button(ui.known(button))) actions.push_back({ActionId::confirm_terms});
  ImGui::Separator();
  draw_names(ui, model);
  draw_terms(ui, model);
}

void draw_counts(Ui& ui, const Model& model) {
  if (!ImGui::BeginTable("##counts", 2, ImGuiTableFlags_SizingFixedFit)) return;
  for (const CountOf& row : counts_of(model)) {
    ImGui::TableNextColumn();
    ui.text(row.what, Tone::quiet, Ui::Wrap::never);
    ImGui::TableNextColumn();
    ui.text(fmt::format("{}", row.count), Tone::normal, Ui::Wrap::never);
  }
  ImGui::EndTable();
}

void draw_texture(Ui& ui, const TextureReport& texture, const Image* image) {
  const TextureState state = state_of(texture, image, ui.language());
  ui.text(on_one_line(texture.name));
  ImGui::Indent();
  ui.text(state.text, state.fault ? Tone::warning : Tone::quiet);
  ImGui::Unindent();
}

void draw_textures(Ui& ui, const Document& document, const ModelReport* report) {
  if (document.model().textures.empty()) return ui.text(text::no_textures, Tone::quiet);
  if (report == nullptr) return ui.text(text::checking, Tone::quiet);
  const TextureSet& images = *document.loaded.textures;
  for (std::size_t i = 0; i < std::min(report->textures.size(), most_lines); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_texture(ui, report->textures[i], i < images.size() ? images[i].get() : nullptr);
    ImGui::PopID();
  }
  if (report->textures.size() > most_lines)
    ui.text(fmt::format("{} {}", ui.word(text::and_more), report->textures.size() - most_lines), Tone::quiet);
}

/// Shows what a finding is about.
void go_to(const FindingTarget& target, const Parts& parts, Actions& actions) {
  if (target.material != none) {
    ModelPanelState& panel = parts.panels.model_panel();
    panel.search.clear();
    panel.material = target.material;
    panel.go_there = true;
  }
  if (target.bone == none) return;
  RenderSettings look = parts.stage.choices().look;
  if (!look.skeleton) {
    look.skeleton = true;
    look.operable_bones = false;
    actions.push_back({ActionId::set_look, look});
  }
  actions.push_back({ActionId::select_bone, target.bone});
}

void draw_findings(Ui& ui, const Parts& parts, const ModelReport* report, Actions& actions) {
  if (report == nullptr) return ui.text(text::checking, Tone::quiet);
  if (report->problem) return ui.text(describe(*report->problem), Tone::error);
  if (report->findings.empty()) return ui.text(text::no_findings, Tone::quiet);
  const Model& model = *parts.stage.model();
  for (std::size_t i = 0; i < report->findings.size(); ++i) {
    const Finding& finding = report->findings[i];
    ImGui::PushID(static_cast<int>(i));
    if (draw_wrapped_item(ui, finding_text(finding, ui.language()), tone_of(finding.severity)))
      go_to(target_of(finding, model), parts, actions);
    if (!finding.hint.empty() && ImGui::IsItemHovered()) {
      ImGui::SetNextWindowSize(ImVec2(18.0f * ImGui::GetFontSize(), 0.0f));
      ImGui::BeginTooltip();
      ui.text(on_one_line(finding.hint));
      ImGui::EndTooltip();
    }
    ImGui::PopID();
  }
}

std::string numbered(std::size_t count) {
  return fmt::format("({})", count);
}

}  // namespace

bool draw_wrapped_item(Ui& ui, const std::string& text, Tone tone) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(ui.known(text), nullptr, false, width);
  const bool clicked = ImGui::Selectable("##item", false, 0, ImVec2(width, size.y));
  // Not as an item of its own: what is asked about the last item is about the whole line.
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, colour_of(tone, ui.theme()),
                                      text.data(), text.data() + text.size(), width);
  return clicked;
}

bool draw_header(Ui& ui, const Words& name, const std::string& behind, bool open_at_first) {
  const std::string label = fmt::format("{} {}###{}", ui.word(name), behind, name.english);
  return ImGui::CollapsingHeader(ui.known(label), open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

void draw_model_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const auto& document = parts.stage.document();
  if (!document) return ui.text(text::no_model);
  const Model& model = document->model();
  const ModelPanelState& panel = parts.panels.model_panel();
  if (panel.asks)
    return draw_new_model(ui, model, parts.setup.keys.name_of(ActionId::toggle_model_panel), actions);
  const ModelReport* report = parts.inspection.report(model);
  draw_names(ui, model);
  if (draw_header(ui, text::terms, {}, false)) draw_terms(ui, model);
  if (draw_header(ui, text::counts, {}, true)) draw_counts(ui, model);
  if (panel.go_there) ImGui::SetNextItemOpen(true);
  if (draw_header(ui, text::count_materials, numbered(model.materials.size()), true))
    draw_material_list(ui, parts, actions);
  if (draw_header(ui, text::textures, numbered(model.textures.size()), false))
    draw_textures(ui, *document, report);
  const std::string found = report != nullptr ? numbered(report->findings.size()) : std::string();
  if (draw_header(ui, text::check, found, true)) draw_findings(ui, parts, report, actions);
}

}  // namespace mmd
