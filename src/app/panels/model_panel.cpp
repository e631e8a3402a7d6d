#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/element_names.h"
#include "app/stage/model_summary.h"
#include "base/text.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Visible lines of the list, which scrolls by itself.
constexpr std::size_t max_seen = 14;
/// Maximum height of texture previews in text lines.
constexpr float detail_lines = 5.0f;

std::shared_ptr<const Image> texture_of(const LoadedFigure& document, std::int32_t texture) {
  const TextureSet& images = *document.loaded.textures;
  const auto index = static_cast<std::size_t>(texture);
  return texture >= 0 && index < images.size() ? images[index] : nullptr;
}

ImTextureID known_to_imgui(const PanelTexture& texture) {
  return reinterpret_cast<ImTextureID>(texture.id());  // NOLINT(performance-no-int-to-ptr): ImGui's own
}

/// A square with the material's tinted texture, or its colour.
void draw_swatch(const LoadedFigure& document, const Material& material, float side, TextureIcons& icons) {
  const auto texture = texture_of(document, material.texture);
  const vec4 colour = swatch_of(material, nullptr);
  if (texture != nullptr) {
    const float longest = static_cast<float>(std::max({texture->width, texture->height, 1}));
    const ImVec2 size(side * static_cast<float>(texture->width) / longest,
                      side * static_cast<float>(texture->height) / longest);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(side, side));
    const ImVec2 corner(at.x + 0.5f * (side - size.x), at.y + 0.5f * (side - size.y));
    ImGui::GetWindowDrawList()->AddImage(known_to_imgui(icons.of(texture)), corner,
                                         ImVec2(corner.x + size.x, corner.y + size.y), ImVec2(0, 0),
                                         ImVec2(1, 1), ImColor(colour.x, colour.y, colour.z));
    return;
  }
  ImGui::ColorButton("##colour", ImVec4(colour.x, colour.y, colour.z, 1.0f),
                     ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop, ImVec2(side, side));
}

/// The preview and name of a material; a click chooses it.
void draw_name(Ui& ui, const LoadedFigure& document, std::int32_t index, std::string_view english,
               ModelPanelState& panel, TextureIcons& icons) {
  const Material& material = document.model().materials[static_cast<std::size_t>(index)];
  const float side = ImGui::GetFrameHeight();
  draw_swatch(document, material, side, icons);
  ImGui::SameLine();
  std::string name = shown_name(material.name, english, ui.language());
  if (name.empty()) name = fmt::format("#{}", index);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##name", panel.material == index, 0, ImVec2(0.0f, side)))
    panel.material = panel.material == index ? none : index;
  ui.known(name);
  ImGui::GetWindowDrawList()->AddText(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y),
                                      colour_of(Tone::normal, ui.theme()), name.data(),
                                      name.data() + name.size());
}

void draw_row(Ui& ui, const Parts& parts, std::int32_t index, std::string_view english, Actions& actions) {
  const std::vector<std::int32_t>& hidden = parts.stage.figure()->hidden_materials;
  bool shown = !std::binary_search(hidden.begin(), hidden.end(), index);
  ImGui::PushID(index);
  if (ImGui::Checkbox("##shown", &shown))
    actions.push_back({ActionId::hide_materials, with_material(hidden, index, shown)});
  ui.tooltip(ui_strings::material_shown);
  ImGui::SameLine();
  draw_name(ui, *parts.stage.document(), index, english, parts.panels.model_panel,
            parts.files.inspection.icons());
  ImGui::PopID();
}

/// The list of materials; scrolls to the chosen one on request.
void draw_rows(Ui& ui, const Parts& parts, const std::vector<std::int32_t>& materials, Actions& actions) {
  ModelPanelState& panel = parts.panels.model_panel;
  const float line = ImGui::GetFrameHeightWithSpacing();
  const float height = line * static_cast<float>(std::min(materials.size(), max_seen));
  ImGui::BeginChild("##materials", ImVec2(0.0f, height));
  const auto chosen = std::find(materials.begin(), materials.end(), panel.material);
  if (panel.go_there && chosen != materials.end())
    ImGui::SetScrollY(line * static_cast<float>(chosen - materials.begin()) - 0.5f * height);
  const std::vector<std::string_view> english = english_names(parts.stage.model()->materials);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(materials.size()), line);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const std::int32_t material = materials[static_cast<std::size_t>(i)];
      draw_row(ui, parts, material, english[static_cast<std::size_t>(material)], actions);
    }
  ImGui::EndChild();
  if (panel.go_there) ImGui::SetScrollHereY();
  panel.go_there = false;
}

/// Details of the chosen material.
void draw_details(Ui& ui, const LoadedFigure& document, std::int32_t index, TextureIcons& icons) {
  const Model& model = document.model();
  const Material& material = model.materials[static_cast<std::size_t>(index)];
  const std::string_view english = english_name(model.materials, static_cast<std::size_t>(index));
  const std::string name = shown_name(material.name, english, Language::english);
  ui.text(fmt::format("{}: {} {}", name, material.index_count / 3, ui.word(ui_strings::count_faces)),
          Tone::quiet);
  for (const std::int32_t texture : {material.texture, material.sphere_texture, material.toon_texture}) {
    if (texture == none) continue;
    ui.text(on_one_line(model.textures[static_cast<std::size_t>(texture)]), Tone::quiet);
    const auto image = texture_of(document, texture);
    if (image == nullptr) continue;
    const float longest = static_cast<float>(std::max({image->width, image->height, 1}));
    const float side = detail_lines * ui.unit();
    ImGui::Image(known_to_imgui(icons.of(image)), ImVec2(side * static_cast<float>(image->width) / longest,
                                                         side * static_cast<float>(image->height) / longest));
  }
}

void draw_buttons(Ui& ui, const Stage& stage, PanelState& panels, Actions& actions) {
  const std::vector<std::int32_t>& hidden = stage.figure()->hidden_materials;
  const std::int32_t chosen = panels.model_panel.material;
  if (!hidden.empty()) {
    if (ImGui::Button(ui.label(ui_strings::show_every_material)))
      actions.push_back({ActionId::hide_materials, std::vector<std::int32_t>()});
    ImGui::SameLine();
    ui.text(fmt::format("{} {}", hidden.size(), ui.word(ui_strings::hidden_count)), Tone::quiet,
            Ui::Wrap::never);
  }
  if (chosen == none) return;
  if (!hidden.empty()) ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::show_only)))
    actions.push_back({ActionId::hide_materials, all_but(*stage.model(), chosen)});
}

}  // namespace

void draw_material_list(Ui& ui, const Parts& parts, Actions& actions) {
  ModelPanelState& panel = parts.panels.model_panel;
  const LoadedFigure& document = *parts.stage.document();
  SearchInput input;
  if (document.model().materials.size() > max_seen) input = draw_search_field(ui, panel.search);
  const std::vector<std::int32_t> materials = materials_found(document.model(), panel.search);
  if (input.entered && materials.size() == 1) panel.material = materials.front();
  if (materials.empty()) return ui.text(ui_strings::no_such_material, Tone::quiet);
  draw_rows(ui, parts, materials, actions);
  parts.files.inspection.icons().let_go();
  if (panel.material != none) draw_details(ui, document, panel.material, parts.files.inspection.icons());
  draw_buttons(ui, parts.stage, parts.panels, actions);
}

namespace {

constexpr std::size_t max_lines = 400;  ///< of textures, whose wrapped lines cannot be clipped

void draw_names(Ui& ui, const Model& model) {
  const std::string name = on_one_line(model.name), english = on_one_line(model.name_english);
  ui.text(name.empty() ? english : name, Tone::accent);
  if (!name.empty() && !english.empty() && english != name) ui.text(english, Tone::quiet);
}

void draw_terms(Ui& ui, const Model& model) {
  const std::vector<std::string> terms = terms_of(model, ui.language());
  if (terms.empty()) return ui.text(ui_strings::no_terms, Tone::quiet);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) ImGui::Separator();
    ui.text(utf8_lossy(terms[i]));
  }
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

void draw_textures(Ui& ui, const LoadedFigure& document, const ModelReport* report) {
  if (document.model().textures.empty()) return ui.text(ui_strings::no_textures, Tone::quiet);
  if (report == nullptr) return ui.text(ui_strings::checking, Tone::quiet);
  const TextureSet& images = *document.loaded.textures;
  for (std::size_t i = 0; i < std::min(report->textures.size(), max_lines); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_texture(ui, report->textures[i], i < images.size() ? images[i].get() : nullptr);
    ImGui::PopID();
  }
  if (report->textures.size() > max_lines)
    ui.text(fmt::format("{} {}", ui.word(ui_strings::and_more), report->textures.size() - max_lines),
            Tone::quiet);
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
  // Not a separate item, so that queries about the last item mean the whole line.
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, colour_of(tone, ui.theme()),
                                      text.data(), text.data() + text.size(), width);
  return clicked;
}

bool draw_header(Ui& ui, const LocalizedText& name, const std::string& behind, bool open_at_first) {
  const std::string label = fmt::format("{} {}###{}", ui.word(name), behind, name.english);
  return ImGui::CollapsingHeader(ui.known(label), open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

void draw_model_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const auto& document = parts.stage.document();
  if (!document) return ui.text(ui_strings::no_model);
  const Model& model = document->model();
  const ModelPanelState& panel = parts.panels.model_panel;
  const ModelReport* report = parts.files.inspection.report(model);
  draw_names(ui, model);
  if (panel.asks) ImGui::SetNextItemOpen(true);
  if (draw_header(ui, ui_strings::terms, {}, false)) draw_terms(ui, model);
  if (draw_header(ui, ui_strings::counts, {}, true)) draw_counts(ui, model);
  if (panel.go_there) ImGui::SetNextItemOpen(true);
  if (draw_header(ui, ui_strings::count_materials, numbered(model.materials.size()), true))
    draw_material_list(ui, parts, actions);
  if (draw_header(ui, ui_strings::textures, numbered(model.textures.size()), false))
    draw_textures(ui, *document, report);
  const std::string found = report != nullptr ? numbered(report->findings.size()) : std::string();
  if (report != nullptr && std::exchange(parts.panels.model_panel.go_to_problems, false)) {
    ImGui::SetNextItemOpen(true);
    ImGui::SetScrollHereY(0.0f);
  }
  if (draw_header(ui, ui_strings::problems, found, true))
    draw_problems(ui, parts.stage, parts.panels, report, actions);
}

}  // namespace mmd
