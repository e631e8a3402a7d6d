// The materials in the panel of the model.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui.h>

#include "app/model_panel.h"
#include "app/model_summary.h"
#include "app/parts.h"
#include "commands/text_table.h"

namespace mmd {
namespace {

/// Lines that the list shows at a time; of more, it scrolls by itself, so that what is below stays near.
constexpr std::size_t most_seen = 14;

const Image* texture_of(const Document& document, const Material& material) {
  const TextureSet& images = *document.loaded.textures;
  const auto index = static_cast<std::size_t>(material.texture);
  return material.texture >= 0 && index < images.size() ? images[index].get() : nullptr;
}

void draw_search(Ui& ui, std::string& search) {
  std::array<char, 64> buffer{};
  search.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-1.0f);
  ui.known(search);
  if (ImGui::InputTextWithHint("##search", ui.known(std::string(ui.word(text::search))), buffer.data(),
                               buffer.size()))
    search = buffer.data();
}

/// The square of its colour and its name, which chooses it.
void draw_name(Ui& ui, const Document& document, std::int32_t index, ModelPanelState& panel) {
  const Material& material = document.model().materials[static_cast<std::size_t>(index)];
  const vec4 swatch = swatch_of(material, texture_of(document, material));
  const float side = ImGui::GetFrameHeight();
  ImGui::ColorButton("##colour", ImVec4(swatch.x, swatch.y, swatch.z, 1.0f),
                     ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop, ImVec2(side, side));
  ImGui::SameLine();
  std::string name = shown_name(material.name, material.name_english, ui.language());
  if (name.empty()) name = fmt::format("#{}", index);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##name", panel.material == index, 0, ImVec2(0.0f, side)))
    panel.material = panel.material == index ? none : index;
  ui.known(name);
  ImGui::GetWindowDrawList()->AddText(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y),
                                      colour_of(Tone::normal, ui.theme()), name.data(),
                                      name.data() + name.size());
}

void draw_row(Ui& ui, const Parts& parts, std::int32_t index, Actions& actions) {
  const std::vector<std::int32_t>& hidden = parts.stage.choices().evaluation.hidden_materials;
  bool shown = !std::binary_search(hidden.begin(), hidden.end(), index);
  ImGui::PushID(index);
  if (ImGui::Checkbox("##shown", &shown))
    actions.push_back({ActionId::hide_materials, with_material(hidden, index, shown)});
  ui.tooltip(text::material_shown);
  ImGui::SameLine();
  draw_name(ui, *parts.stage.document(), index, parts.panels.model_panel());
  ImGui::PopID();
}

/// As many lines as there is room for, the chosen one among them if it was asked for.
void draw_rows(Ui& ui, const Parts& parts, const std::vector<std::int32_t>& materials, Actions& actions) {
  ModelPanelState& panel = parts.panels.model_panel();
  const float line = ImGui::GetFrameHeightWithSpacing();
  const float height = line * static_cast<float>(std::min(materials.size(), most_seen));
  ImGui::BeginChild("##materials", ImVec2(0.0f, height));
  const auto chosen = std::find(materials.begin(), materials.end(), panel.material);
  if (panel.go_there && chosen != materials.end())
    ImGui::SetScrollY(line * static_cast<float>(chosen - materials.begin()) - 0.5f * height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(materials.size()), line);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      draw_row(ui, parts, materials[static_cast<std::size_t>(i)], actions);
  ImGui::EndChild();
  if (panel.go_there) ImGui::SetScrollHereY();
  panel.go_there = false;
}

/// What the chosen material is made of.
void draw_details(Ui& ui, const Document& document, std::int32_t index) {
  const Model& model = document.model();
  const Material& material = model.materials[static_cast<std::size_t>(index)];
  const std::string name = on_one_line(material.name), english = on_one_line(material.name_english);
  ui.text(fmt::format("{}{}{}: {} {}", name, english.empty() || english == name ? "" : " / ",
                      english == name ? "" : english, material.index_count / 3, ui.word(text::count_faces)),
          Tone::quiet);
  for (const std::int32_t texture : {material.texture, material.sphere_texture, material.toon_texture})
    if (texture != none) ui.text(on_one_line(model.textures[static_cast<std::size_t>(texture)]), Tone::quiet);
}

void draw_buttons(Ui& ui, const Parts& parts, Actions& actions) {
  const std::vector<std::int32_t>& hidden = parts.stage.choices().evaluation.hidden_materials;
  const std::int32_t chosen = parts.panels.model_panel().material;
  if (!hidden.empty()) {
    if (ImGui::Button(ui.label(text::show_every_material)))
      actions.push_back({ActionId::hide_materials, std::vector<std::int32_t>()});
    ImGui::SameLine();
    ui.text(fmt::format("{} {}", hidden.size(), ui.word(text::hidden_count)), Tone::quiet, Ui::Wrap::never);
  }
  if (chosen == none) return;
  if (!hidden.empty()) ImGui::SameLine();
  if (ImGui::Button(ui.label(text::show_only)))
    actions.push_back({ActionId::hide_materials, all_but(*parts.stage.model(), chosen)});
}

}  // namespace

void draw_material_list(Ui& ui, const Parts& parts, Actions& actions) {
  ModelPanelState& panel = parts.panels.model_panel();
  const Document& document = *parts.stage.document();
  if (document.model().materials.size() > most_seen) draw_search(ui, panel.search);
  const std::vector<std::int32_t> materials = materials_found(document.model(), panel.search);
  if (materials.empty()) return ui.text(text::no_such_material, Tone::quiet);
  draw_rows(ui, parts, materials, actions);
  if (panel.material != none) draw_details(ui, document, panel.material);
  draw_buttons(ui, parts, actions);
}

}  // namespace mmd
