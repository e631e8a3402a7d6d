#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"
#include "app/text/picture_strings.h"
#include "assets/file_set.h"
#include "options/options.h"

namespace mmd {
namespace {

/// Requests a new value of a member of the look or the evaluation.
template <class T>
void set(const Parts& parts, Actions& actions, T RenderSettings::*member, const T& value) {
  RenderSettings look = parts.stage.arrangement().look;
  look.*member = value;
  actions.push_back({ActionId::set_look, look});
}
template <class T>
void set(const Parts& parts, Actions& actions, T Evaluation::*member, const T& value) {
  Evaluation evaluation = parts.stage.arrangement().evaluation;
  evaluation.*member = value;
  actions.push_back({ActionId::set_evaluation, evaluation});
}

/// A check box for two members; checked if one is true.
struct Switch {
  ui_strings::Control control;
  bool RenderSettings::*look = nullptr;
  bool Evaluation::*evaluation = nullptr;
};

constexpr Switch switches[] = {
    {ui_strings::edges, &RenderSettings::edge},
    {ui_strings::toon, &RenderSettings::toon},
    {ui_strings::sphere_maps, &RenderSettings::sphere},
    {ui_strings::ground_shadow, &RenderSettings::ground_shadow},
    {ui_strings::morphs, nullptr, &Evaluation::morphs},
    {ui_strings::bones, &RenderSettings::skeleton},
    {ui_strings::posable_bones, &RenderSettings::operable_bones},
    {ui_strings::grid, &RenderSettings::grid},
    {ui_strings::axes, &RenderSettings::axes},
    {ui_strings::bodies, &RenderSettings::bodies},
    {ui_strings::append, nullptr, &Evaluation::append},
    {ui_strings::ik, nullptr, &Evaluation::ik},
};

void draw_switches(Ui& ui, const Parts& parts, Actions& actions) {
  float widest = 0.0f;
  for (const Switch& row : switches)
    widest = std::max(widest, with_name(ui, ImGui::GetFrameHeight(), row.control.name));
  const float both = 2.0f * (widest + 2.0f * ImGui::GetStyle().CellPadding.x);
  if (!ImGui::BeginTable("##switches", ImGui::GetContentRegionAvail().x < both ? 1 : 2)) return;
  for (const Switch& row : switches) {
    ImGui::TableNextColumn();
    bool on = row.look != nullptr ? parts.stage.arrangement().look.*row.look
                                  : parts.stage.arrangement().evaluation.*row.evaluation;
    const bool changed = tick(ui, row.control, on);
    if (changed && row.look != nullptr) set(parts, actions, row.look, on);
    if (changed && row.look == nullptr) set(parts, actions, row.evaluation, on);
  }
  ImGui::EndTable();
}

void draw_self_shadow(Ui& ui, const Stage& stage, Actions& actions) {
  const std::string names[] = {std::string(ui.word(ui_strings::shadow_off)),
                               std::string(ui.word(ui_strings::shadow_soft)),
                               std::string(ui.word(ui_strings::shadow_sharp))};
  RenderSettings look = stage.arrangement().look;
  std::size_t chosen = look.self_shadow ? static_cast<std::size_t>(look.self_shadow_mode) : 0;
  if (draw_choice(ui, ui_strings::self_shadow, names, chosen)) {
    look.self_shadow = chosen > 0;
    if (chosen > 0) look.self_shadow_mode = static_cast<std::uint8_t>(chosen);
    actions.push_back({ActionId::set_look, look});
  }
}

/// A choice of an option's words; `first`, if not empty, precedes them as a value that the option lacks.
/// Returns whether the choice changed.
template <class T>
bool draw_names(Ui& ui, const ui_strings::Control& control, std::span<const Named<T>> rows,
                const Named<T>& first, T& value) {
  std::vector<std::string> names;
  std::vector<T> values;
  std::size_t chosen = 0;
  const auto add = [&](const Named<T>& row) {
    if (row.value == value) chosen = names.size();
    names.emplace_back(row.name);
    values.push_back(row.value);
  };
  if (!first.name.empty()) add(first);
  for (const Named<T>& row : rows) add(row);
  const bool changed = draw_choice(ui, control, names, chosen);
  if (changed) value = values[chosen];
  return changed;
}

void draw_background(Ui& ui, const Parts& parts, Actions& actions) {
  vec3 colour(parts.stage.arrangement().look.background);
  if (edit_colour(ui, ui_strings::background, colour))
    set(parts, actions, &RenderSettings::background, vec4(colour, 1.0f));
}

void draw_background_picture(Ui& ui, const Stage& stage, Actions& actions) {
  const auto& shown = stage.arrangement().look.background_picture;
  std::string file = shown != nullptr ? shown->file : std::string();
  if (confirmed_text(ui, ui_strings::background_picture, ui.word(ui_strings::no_background_picture), file))
    actions.push_back({ActionId::set_background_picture, file});
  if (ImGui::Button(ui.label(ui_strings::choose_picture))) actions.push_back({ActionId::ask_background});
  ui.tooltip(ui_strings::background_picture);
}

}  // namespace

void draw_picture_section(Ui& ui, const Parts& parts, Actions& actions) {
  draw_switches(ui, parts, actions);
  draw_self_shadow(ui, parts.stage, actions);
  const RenderSettings& look = parts.stage.arrangement().look;
  const Evaluation& evaluation = parts.stage.arrangement().evaluation;
  Shading shading = look.shading;
  if (draw_names(ui, ui_strings::shading, shading_names(), {}, shading))
    set(parts, actions, &RenderSettings::shading, shading);
  SkinningChoice skinning{look.skinning, evaluation.skin_level};
  if (draw_names(ui, ui_strings::skinning, skinning_names(), {ui.word(ui_strings::automatic), {}},
                 skinning)) {
    set(parts, actions, &RenderSettings::skinning, skinning.who);
    set(parts, actions, &Evaluation::skin_level, skinning.level);
  }
  draw_background(ui, parts, actions);
  draw_background_picture(ui, parts.stage, actions);
}

namespace {

/// 0: as in the window.
constexpr std::array<int, 5> sample_choices{0, 1, 4, 8, 16};

/// Shapes of pictures: name, and the size when it is chosen.
struct ShapeRow {
  const char* name;
  int width, height;
};
constexpr ShapeRow shapes[] = {{"1:1", 2048, 2048}, {"4:5", 1640, 2050},  {"3:4", 1536, 2048},
                               {"2:3", 1366, 2049}, {"9:16", 1080, 1920}, {"16:9", 1920, 1080},
                               {"A4", 2480, 3508}};
/// A side of 4K.
constexpr int long_side_of_4k = 3840;

bool has_shape(const PictureFile& file, const ShapeRow& row) {
  const double wanted = static_cast<double>(row.width) / row.height;
  return file.has_size() && std::abs(static_cast<double>(file.width) / file.height - wanted) < 0.002;
}

bool draw_shape(Ui& ui, PictureFile& file) {
  std::vector<std::string> names{std::string(ui.word(ui_strings::as_window))};
  std::size_t chosen = 0;
  for (const ShapeRow& row : shapes) {
    if (has_shape(file, row)) chosen = names.size();
    names.emplace_back(row.name);
  }
  if (file.has_size() && chosen == 0) {
    chosen = names.size();
    names.emplace_back(ui.word(ui_strings::own_shape));
  }
  if (!draw_choice(ui, ui_strings::picture_shape, names, chosen)) return false;
  file.width = file.height = 0;
  if (chosen == 0 || chosen > std::size(shapes)) return true;
  file.width = shapes[chosen - 1].width;
  file.height = shapes[chosen - 1].height;
  return true;
}

bool draw_sizes(Ui& ui, PictureFile& file) {
  bool changed = false;
  std::array<int, 2> size{file.width, file.height};
  if (ImGui::InputInt2(ui.label(ui_strings::picture_size.name), size.data())) {
    file.width = size[0];
    file.height = size[1];
    changed = true;
  }
  ui.tooltip(ui_strings::picture_size);
  if (!ImGui::Button(ui.label(ui_strings::size_4k))) return changed;
  const double aspect = file.has_size() ? static_cast<double>(file.width) / file.height : 16.0 / 9.0;
  file.width = static_cast<int>(std::lround(aspect > 1.0 ? long_side_of_4k : long_side_of_4k * aspect));
  file.height = static_cast<int>(std::lround(aspect > 1.0 ? long_side_of_4k / aspect : long_side_of_4k));
  return true;
}

bool draw_format(Ui& ui, PictureFile& file) {
  const std::string names[] = {"PNG", "JPEG", "WebP"};
  auto chosen = static_cast<std::size_t>(file.format);
  if (!draw_choice(ui, ui_strings::picture_format, names, chosen)) return false;
  file.format = static_cast<PictureFormat>(chosen);
  return true;
}

bool draw_samples(Ui& ui, PictureFile& file) {
  std::vector<std::string> names;
  std::size_t chosen = 0;
  for (const int samples : sample_choices) {
    if (samples == file.samples) chosen = names.size();
    names.push_back(samples == 0 ? std::string(ui.word(ui_strings::as_window)) : std::to_string(samples));
  }
  if (!draw_choice(ui, ui_strings::picture_samples, names, chosen)) return false;
  file.samples = sample_choices[chosen];
  return true;
}

/// Labels of the window.
struct LabelRow {
  Label label;
  const ui_strings::Control& control;
};
constexpr LabelRow label_rows[] = {{Label::openpose, ui_strings::label_openpose},
                                   {Label::depth, ui_strings::label_depth},
                                   {Label::normals, ui_strings::label_normals},
                                   {Label::parts, ui_strings::label_parts},
                                   {Label::lines, ui_strings::label_lines}};

bool draw_labels(Ui& ui, PictureFile& file) {
  bool changed = false;
  ui.text(ui_strings::labels);
  bool first = true;
  for (const LabelRow& row : label_rows) {
    if (!std::exchange(first, false)) flow(with_name(ui, ImGui::GetFrameHeight(), row.control.name));
    bool on = file.labels.has(row.label);
    if (!tick(ui, row.control, on)) continue;
    file.labels.set(row.label, on);
    changed = true;
  }
  return changed;
}

/// A choice of a label, and its picture; a click on the picture renews it.
void draw_label_preview(Ui& ui, const LabelPreview& preview, Actions& actions) {
  std::vector<std::string> names{std::string(ui.word(ui_strings::no_preview))};
  std::size_t chosen = 0;
  for (const LabelRow& row : label_rows) {
    if (preview.label == row.label) chosen = names.size();
    names.emplace_back(ui.word(row.control.name));
  }
  if (draw_choice(ui, ui_strings::label_preview, names, chosen)) {
    const Label label = chosen > 0 ? label_rows[chosen - 1].label : Label::count;
    actions.push_back({ActionId::preview_label, static_cast<std::int32_t>(label)});
  }
  if (!preview.texture) return;
  const float width = std::min(ImGui::GetContentRegionAvail().x, 14.0f * ui.unit() * preview.aspect);
  ImGui::Image(reinterpret_cast<ImTextureID>(preview.texture.id()), ImVec2(width, width / preview.aspect));
  if (ImGui::IsItemClicked())
    actions.push_back({ActionId::preview_label, static_cast<std::int32_t>(preview.label)});
  ui.tooltip(ui_strings::label_picture);
}

}  // namespace

void draw_file_section(Ui& ui, const Parts& parts, Actions& actions) {
  PictureFile file = parts.panels.picture_file;
  bool changed = draw_shape(ui, file);
  changed |= draw_sizes(ui, file);
  changed |= draw_format(ui, file);
  changed |= draw_samples(ui, file);
  changed |= confirmed_text(ui, ui_strings::picture_name, "{model}_{pose}_{index}.png", file.name);
  const std::string usual = to_utf8(parts.setup.pictures);
  changed |= confirmed_text(ui, ui_strings::picture_folder, usual, file.folder);
  changed |= tick(ui, ui_strings::transparent, file.transparent);
  changed |= tick(ui, ui_strings::with_overlays, file.overlays);
  changed |= draw_labels(ui, file);
  if (changed) actions.push_back({ActionId::set_picture_file, file});
  draw_label_preview(ui, parts.opened.label_preview, actions);

  if (ImGui::Button(ui.label(ui_strings::save_picture))) actions.push_back({ActionId::save_picture});
  flow_button(ui, ui_strings::save_picture_as);
  if (ImGui::Button(ui.label(ui_strings::save_picture_as))) actions.push_back({ActionId::ask_picture_name});
  flow_button(ui, ui_strings::copy_it);
  if (ImGui::Button(ui.label(ui_strings::copy_it))) actions.push_back({ActionId::copy_picture});
  bool thirds = parts.panels.tools.thirds;
  if (tick(ui, ui_strings::thirds, thirds)) actions.push_back({ActionId::toggle_thirds});
}

}  // namespace mmd
