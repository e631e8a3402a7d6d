#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"
#include "app/stage/bone_list.h"
#include "app/stage/element_names.h"
#include "document/scene_place.h"

namespace mmd {
namespace {

/// MMD units per dragged point.
constexpr float units_per_point = 0.05f;

void draw_figure(Ui& ui, const Stage& stage, PanelState& panels, const Figure& figure, std::int32_t index,
                 Actions& actions) {
  ImGui::PushID(index);
  bool shown = figure.visible;
  if (ImGui::Checkbox("##shown", &shown)) actions.push_back({ActionId::toggle_figure, index});
  ui.tooltip(ui_strings::figure_shown);
  ImGui::SameLine();
  const std::string name =
      fmt::format("{} {}{}", index + 1, figure_name(figure), is_saved(stage, panels, figure) ? "" : " *");
  const float side = ImGui::GetFrameHeight();
  if (ImGui::Selectable(ui.name_label(name), &figure == stage.figure(), 0, ImVec2(0.0f, side)))
    actions.push_back({ActionId::activate_figure, index});
  ui.tooltip(ui_strings::figure_active);
  ImGui::PopID();
}

/// The choice of the model on which the figure hangs; the first model stands by itself.
bool choose_carrier(Ui& ui, const Stage& stage, const Figure& figure, ScenePlace& place) {
  std::vector<std::string> names{std::string(ui.word(ui_strings::no_carrier))};
  std::vector<std::uint64_t> numbers{0};
  std::size_t chosen = 0;
  std::size_t in_list = 0;
  for (const Figure* other : stage.figures()) {
    ++in_list;
    if (other == &figure) continue;
    if (other->number == place.carrier) chosen = names.size();
    names.push_back(fmt::format("{} {}", in_list, figure_name(*other)));
    numbers.push_back(other->number);
  }
  if (!draw_choice(ui, ui_strings::carrier, names, chosen)) return false;
  place.carrier = numbers[chosen];
  place.position = place.degrees = vec3(0.0f);  // they were for another space
  return true;
}

bool choose_carrying_bone(Ui& ui, const Stage& stage, PanelState& panels, ScenePlace& place) {
  const Figure* carrier = stage.numbered(place.carrier);
  return carrier != nullptr &&
         choose_bone(ui, panels, ui_strings::carrying_bone, carrier->model(), place.bone);
}

/// The fields of MMD's accessory panel.
bool draw_place_fields(Ui& ui, const Stage& stage, PanelState& panels, const Figure& figure,
                       ScenePlace& place) {
  constexpr float degrees_per_point = 0.5f;
  bool changed = drag_three(ui, ui_strings::figure_place, place.position, units_per_point, "%.2f");
  changed |= drag_three(ui, ui_strings::figure_angles, place.degrees, degrees_per_point, "%.1f");
  changed |= slide(ui, ui_strings::figure_size, place.scale, 0.01f, 10.0f, "%.3f");
  changed |= slide(ui, ui_strings::figure_opacity, place.opacity, 0.0f, 1.0f, "%.2f");
  if (&figure != stage.figures().front()) {
    changed |= choose_carrier(ui, stage, figure, place);
    changed |= choose_carrying_bone(ui, stage, panels, place);
  }
  const AccessorySettings settings = settings_of(place, figure.model());
  bool shadow = settings.has_ground_shadow, first = settings.is_drawn_first;
  if (tick(ui, ui_strings::figure_shadow, shadow)) place.ground_shadow = shadow;
  if (tick(ui, ui_strings::figure_first, first)) place.drawn_first = first;
  changed |= tick(ui, ui_strings::figure_additive, place.additive);
  changed |= tick(ui, ui_strings::figure_self_shadow, place.self_shadow);
  if (!figure.model().bodies.empty()) changed |= tick(ui, ui_strings::figure_physics, place.physics);
  changed |= tick(ui, ui_strings::figure_locked, place.locked);
  return changed || shadow != settings.has_ground_shadow || first != settings.is_drawn_first;
}

void draw_place(Ui& ui, const Stage& stage, PanelState& panels, const Figure& figure, std::int32_t index,
                Actions& actions) {
  ScenePlace place = figure.place;
  place.position += vec3(0.0f);  // no -0
  ImGui::PushItemWidth(-7.0f * ui.unit());
  if (draw_place_fields(ui, stage, panels, figure, place))
    actions.push_back({ActionId::put_figure, FigurePut{index, std::move(place)}});
  ImGui::PopItemWidth();
}

}  // namespace

SearchInput draw_bone_search(Ui& ui, PanelState& panels) {
  std::string& search = panels.tools.carrier_search;
  const bool opens = ImGui::IsWindowAppearing();
  if (opens) search.clear();
  return draw_search_field(ui, search, opens);
}

std::optional<std::int32_t> draw_bone_rows(Ui& ui, PanelState& panels, const Model& model,
                                           std::string_view chosen, SearchInput input) {
  const std::string& search = panels.tools.carrier_search;
  const std::vector<Bone>& bones = model.skeleton.bones;
  const std::vector<std::string_view> english = english_names(bones);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < bones.size(); ++i)
    if (finds(search, bones[i])) found.push_back(i);
  std::optional<std::int32_t> out;
  if (input.entered && found.size() == 1) {
    out = static_cast<std::int32_t>(found.front());
    ImGui::CloseCurrentPopup();
  }
  for (const std::size_t i : found) {
    const std::string name = shown_name(bones[i].name, english[i], ui.language());
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(ui.name_label(name), bones[i].name == chosen)) out = static_cast<std::int32_t>(i);
    ImGui::PopID();
  }
  return out;
}

bool choose_bone(Ui& ui, PanelState& panels, const ui_strings::Control& control, const Model& model,
                 std::string& bone) {
  const std::string label = ui.label(control.name);
  if (!ImGui::BeginCombo(label.c_str(), ui.name_label(bone))) {
    ui.tooltip(control);
    return false;
  }
  const auto chosen = draw_bone_rows(ui, panels, model, bone, draw_bone_search(ui, panels));
  if (chosen) bone = model.skeleton.bones[static_cast<std::size_t>(*chosen)].name;
  ImGui::EndCombo();
  return chosen.has_value();
}

void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions) {
  if (ImGui::Button(ui.label(ui_strings::add_model.name))) actions.push_back({ActionId::add_model});
  ui.tooltip(ui_strings::add_model);
  const bool removable = parts.stage.figures().size() > 1;
  ImGui::SameLine();
  ImGui::BeginDisabled(!removable);
  if (ImGui::Button(ui.label(ui_strings::remove_model.name))) actions.push_back({ActionId::remove_figure});
  ImGui::EndDisabled();
  ui.tooltip(ui_strings::remove_model);
  bool beside = parts.panels.tools.beside;
  if (tick(ui, ui_strings::open_beside, beside)) actions.push_back({ActionId::toggle_beside});
  if (parts.stage.figure() == nullptr) return ui.text(ui_strings::no_model);
  ImGui::Separator();
  std::int32_t index = 0, active = 0;
  for (const Figure* figure : parts.stage.figures()) {
    if (figure == parts.stage.figure()) active = index;
    draw_figure(ui, parts.stage, parts.panels, *figure, index++, actions);
  }
  ImGui::Separator();
  draw_place(ui, parts.stage, parts.panels, *parts.stage.figure(), active, actions);
}

}  // namespace mmd
