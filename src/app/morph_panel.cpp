#include "app/morph_panel.h"

#include <cctype>

#include <fmt/format.h>
#include <imgui.h>

#include "app/parts.h"
#include "app/search_field.h"
#include "base/words.h"

namespace mmd {
namespace {

struct PanelName {
  std::uint8_t panel;
  Words name;
};
constexpr PanelName panel_names[] = {
    {1, text::brows}, {2, text::eyes}, {3, text::mouth}, {4, text::other}, {0, text::system}};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string vertices(std::size_t count) {
  return count == 1 ? "1 vertex" : fmt::format("{} vertices", count);
}

struct KindText {
  std::string operator()(const GroupMorph& m) const {
    return m.flip ? "Flip morph: one at a time of " + counted(m.children.size(), "morph")
                  : "Group of " + counted(m.children.size(), "morph");
  }
  std::string operator()(const VertexMorph& m) const {
    return "Vertex morph: " + vertices(m.vertices.size());
  }
  std::string operator()(const BoneMorph& m) const {
    return "Bone morph: " + counted(m.offsets.size(), "bone");
  }
  std::string operator()(const UvMorph& m) const { return "UV morph: " + vertices(m.vertices.size()); }
  std::string operator()(const MaterialMorph& m) const {
    return "Material morph: " + counted(m.offsets.size(), "change");
  }
  std::string operator()(const ImpulseMorph&) const { return "Impulse morph: pushes rigid bodies"; }
};

const Morph& morph_of(const Model& model, std::int32_t index) {
  return model.morphs[static_cast<std::size_t>(index)];
}

std::string name_or_number(const Model& model, std::int32_t index) {
  const std::string& name = morph_of(model, index).name;
  return name.empty() ? fmt::format("#{}", index) : name;
}

void details_tooltip(Ui& ui, const Model& model, std::int32_t index) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  for (const std::string& line : morph_details(model, index)) ui.text(line, Tone::normal, Ui::Wrap::never);
  ImGui::EndTooltip();
}

void draw_slider(Ui& ui, const Model& model, std::int32_t index, float weight, Actions& actions) {
  ImGui::PushID(index);
  const std::string name = name_or_number(model, index);
  ui.known(name);
  if (ImGui::SliderFloat("##weight", &weight, 0.0f, 1.0f, "%.2f"))
    actions.push_back({ActionId::set_morph, MorphWeight{index, weight}});
  details_tooltip(ui, model, index);
  ImGui::SameLine();
  ui.text(name, Tone::normal, Ui::Wrap::never);
  details_tooltip(ui, model, index);
  ImGui::PopID();
}

}  // namespace

std::vector<std::int32_t> morphs_of_panel(const Model& model, std::uint8_t panel, std::string_view search) {
  const std::string wanted = lower(search);
  const auto matches = [&](const std::string& name) { return lower(name).find(wanted) != std::string::npos; };
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    const Morph& morph = model.morphs[i];
    // Panels that MikuMikuDance does not know are listed with the others.
    const std::uint8_t its_panel = morph.panel > 4 ? 4 : morph.panel;
    if (its_panel == panel && (matches(morph.name) || matches(morph.name_english)))
      out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

std::vector<std::string> morph_details(const Model& model, std::int32_t index) {
  const Morph& morph = morph_of(model, index);
  std::vector<std::string> out{name_or_number(model, index)};
  if (!morph.name_english.empty() && morph.name_english != morph.name) out.push_back(morph.name_english);
  out.push_back(std::visit(KindText(), morph.data));
  return out;
}

void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Actor* shown = parts.stage.actor();
  if (shown == nullptr) return ui.text(text::no_model);
  const Model& model = shown->model();
  if (model.morphs.empty()) return ui.text(text::no_morphs);
  std::string& search = parts.panels.morph_search();
  draw_search_field(ui, search);
  ImGui::PushItemWidth(6.0f * ui.unit());
  for (const PanelName& row : panel_names) {
    const auto morphs = morphs_of_panel(model, row.panel, search);
    if (morphs.empty() || !ImGui::CollapsingHeader(ui.label(row.name), ImGuiTreeNodeFlags_DefaultOpen))
      continue;
    for (const std::int32_t i : morphs) {
      const auto at = static_cast<std::size_t>(i);
      draw_slider(ui, model, i, shown->pose.morph_weights[at], actions);
    }
  }
  ImGui::PopItemWidth();
  if (ImGui::Button(ui.label(text::reset_morphs))) actions.push_back({ActionId::reset_morphs});
}

}  // namespace mmd
