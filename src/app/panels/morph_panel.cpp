#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/element_names.h"
#include "app/stage/pose_file.h"
#include "app/stage/pose_pictures.h"
#include "app/stage/usual_faces.h"
#include "assets/file_set.h"
#include "base/words.h"

namespace mmd {
namespace {

struct PanelName {
  std::uint8_t panel;
  LocalizedText name;
};
constexpr PanelName panel_names[] = {{1, ui_strings::brows},
                                     {2, ui_strings::eyes},
                                     {3, ui_strings::mouth},
                                     {4, ui_strings::other},
                                     {0, ui_strings::system}};

std::string vertices(std::size_t count) {
  return count == 1 ? "1 vertex" : fmt::format("{} vertices", count);
}

struct KindText {
  std::string operator()(const GroupMorph& m) const {
    return m.flip ? "Flip morph: one of " + counted(m.children.size(), "morph")
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
  std::vector<std::string> lines = morph_details(model, index);
  lines.emplace_back(ui.word(ui_strings::type_weight));
  ui.line_tooltip(lines);
}

/// Arguments shared by all rows.
struct Rows {
  Ui& ui;
  const Parts& parts;
  Actions& actions;
  const Model& model;
  MorphPanelState& state;
  std::vector<std::string_view> english;  ///< names of morphs
};

/// A text field in place of the slider, also for weights below 0 and above 1.
void draw_typed(const Rows& d, std::int32_t index, float weight) {
  if (std::exchange(d.state.typing_began, false)) {
    d.ui.type_into_next();
    d.parts.redraw.panels();  // it takes some pictures until keys go to the field
  }
  const float before = weight;
  const bool changed = ImGui::InputFloat("##typed", &weight, 0.0f, 0.0f, "%.3f");
  if (ImGui::IsItemDeactivated()) d.state.typed = none;
  if (d.ui.counts(ImGui::GetID("##typed"), {&weight, 1}, {&before, 1}, changed) && is_usable_weight(weight))
    d.actions.push_back({ActionId::set_morph, MorphWeight{index, weight}});
}

StepInfo last_edit(const Stage& stage) {
  return stage.history().last_edit_of(stage.figure()->number);
}

/// The first of two clicks moves the slider, which nobody asked for.
void take_click_back(const Rows& d, std::int32_t index) {
  const StepInfo last = last_edit(d.parts.stage);
  const auto& [morph, step_before] = d.state.clicked;
  if (morph != index || last.number == step_before || last.command != edit::CommandKind::set_morph) return;
  const auto position = static_cast<std::int32_t>(d.parts.stage.history().position());
  d.actions.push_back({ActionId::go_to_step, position - 1});
}

void draw_slider(const Rows& d, std::int32_t index, float weight) {
  if (d.state.typed == index) return draw_typed(d, index, weight);
  const bool changed = slide(d.ui, "##weight", weight, 0.0f, 1.0f, "%.2f");  // or Ctrl+click
  const bool typing_begins = ImGui::IsItemHovered() && d.ui.double_clicked();
  if (typing_begins) take_click_back(d, index);
  if (ImGui::IsItemActivated())
    d.state.clicked = {typing_begins ? none : index, last_edit(d.parts.stage).number};
  if (changed && !typing_begins && is_usable_weight(weight))
    d.actions.push_back({ActionId::set_morph, MorphWeight{index, weight}});
  if (ImGui::IsItemActive()) d.state.held = index;
}

/// A double click starts typing, a right click resets.
void take_clicks(const Rows& d, std::int32_t index) {
  if (!ImGui::IsItemHovered()) return;
  if (d.ui.double_clicked() && d.state.typed != index) {
    d.state.typed = index;
    d.state.typing_began = true;
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) d.actions.push_back({ActionId::reset_morph, index});
}

void draw_favourite(const Rows& d, std::int32_t index) {
  const float side = ImGui::GetFrameHeight();
  const bool favourite = is_favourite(d.parts.files.library, d.model, index);
  if (ImGui::InvisibleButton("##star", ImVec2(0.8f * side, side)))
    d.actions.push_back({ActionId::mark_morph, MorphMark{index, !favourite}});
  d.ui.tooltip(ui_strings::favourite);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const vec2 middle(0.5f * (low.x + high.x), 0.5f * (low.y + high.y));
  const bool lit = favourite || ImGui::IsItemHovered();
  const ImU32 colour = lit ? colour_of(Tone::warning, d.ui.theme()) : ImGui::GetColorU32(ImGuiCol_Border);
  draw_star(middle, 0.34f * side, colour, favourite);
}

void draw_morph(const Rows& d, std::int32_t index, float weight) {
  ImGui::PushID(index);
  const Morph& morph = morph_of(d.model, index);
  std::string name = shown_name(morph.name, d.english[static_cast<std::size_t>(index)], d.ui.language());
  if (name.empty()) name = name_or_number(d.model, index);
  draw_slider(d, index, weight);
  take_clicks(d, index);
  details_tooltip(d.ui, d.model, index);
  ImGui::SameLine();
  draw_favourite(d, index);
  ImGui::SameLine();
  d.ui.text(name, Tone::normal, Ui::Wrap::never);
  take_clicks(d, index);
  details_tooltip(d.ui, d.model, index);
  ImGui::PopID();
}

constexpr LocalizedText listed_names[] = {ui_strings::all_morphs, ui_strings::morphs_in_use,
                                          ui_strings::favourite_morphs};

void draw_choice_of_listed(const Rows& d) {
  for (std::size_t i = 0; i < std::size(listed_names); ++i) {
    if (i > 0) flow(with_name(d.ui, ImGui::GetFrameHeight(), listed_names[i]));
    const auto listed = static_cast<MorphsListed>(i);
    if (ImGui::RadioButton(d.ui.label(listed_names[i]), d.state.listed == listed)) d.state.listed = listed;
  }
}

/// Whether the list has any morph.
bool draw_panels_of_morphs(const Rows& d, std::span<const float> weights) {
  bool any = false;
  ImGui::PushItemWidth(6.0f * d.ui.unit());
  for (const PanelName& row : panel_names) {
    const auto morphs = listed_morphs(d.model, row.panel, d.state, weights, d.parts.files.library);
    any |= !morphs.empty();
    if (morphs.empty() || !draw_header(d.ui, row.name, fmt::format("({})", morphs.size()), true)) continue;
    for (const std::int32_t i : morphs) draw_morph(d, i, weights[static_cast<std::size_t>(i)]);
  }
  ImGui::PopItemWidth();
  return any;
}

/// A picture of a face with these morphs.
PictureOfPose picture_of_face(Pose pose) {
  PictureOfPose out{std::move(pose)};
  out.nearer = 0.68f;
  return out;
}

/// The face of a saved expression; at rest if it cannot be read.
PictureOfPose picture_of_expression(const std::string& file, const Model& model) {
  Pose pose(model);
  Diagnostics ignored;
  if (const auto read = read_expression(file, ignored)) apply_vpd(*read, model, pose);
  return picture_of_face(std::move(pose));
}

/// Saved expressions, those of the kit, and a name for saving the shown one.
void draw_expressions(const Rows& d) {
  if (!draw_header(d.ui, ui_strings::expressions, {}, true)) return;
  if (!std::exchange(d.state.is_listed, true))
    d.state.expressions = expressions_in(d.parts.setup.expressions);
  const PictureGrid grid(d.ui, 5);
  std::size_t number = 0;
  for (const std::string& file : d.state.expressions) {
    const std::uintptr_t picture = d.parts.files.pictures.of(
        "face " + file, [&](const Model& model) { return picture_of_expression(file, model); });
    const std::string name = to_utf8(path_from_utf8(file).stem());
    if (grid.draw(d.ui, number++, picture, name, false))
      d.actions.push_back({ActionId::load_expression, file});
  }
  for (const UsualFace& face : usual_faces()) {
    auto command = command_for(face, d.model, d.ui.language());
    if (!command) continue;
    const std::uintptr_t picture =
        d.parts.files.pictures.of(std::string("face ").append(face.name.english),
                                  [&](const Model&) { return picture_of_face(command->other); });
    if (grid.draw(d.ui, number++, picture, command->source, false))
      d.actions.push_back({ActionId::edit_pose, edit::Command(std::move(*command))});
  }
  ImGui::SetNextItemWidth(-5.0f * d.ui.unit());
  bool save = text_field(d.ui, "##name", d.ui.word(ui_strings::expression_name), d.state.expression,
                         ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  save |= ImGui::Button(d.ui.label(ui_strings::save_expression));
  if (save && !d.state.expression.empty())
    d.actions.push_back({ActionId::save_expression, d.state.expression});
  if (number == 0) d.ui.text(ui_strings::no_expressions, Tone::quiet);
}

}  // namespace

std::vector<std::string> morph_details(const Model& model, std::int32_t index) {
  const Morph& morph = morph_of(model, index);
  std::vector<std::string> out{name_or_number(model, index)};
  const std::string_view english = english_name(model.morphs, static_cast<std::size_t>(index));
  if (!english.empty() && english != out.front()) out.emplace_back(english);
  out.push_back(std::visit(KindText(), morph.data));
  return out;
}

void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Actor* shown = parts.stage.actor();
  if (shown == nullptr) return ui.text(ui_strings::no_model);
  const Model& model = shown->model();
  if (model.morphs.empty()) return ui.text(ui_strings::no_morphs);
  MorphPanelState& state = parts.panels.morphs;
  const Rows d{ui, parts, actions, model, state, english_names(model.morphs)};
  if (!ImGui::IsAnyItemActive()) state.held = none;
  draw_expressions(d);
  draw_search_field(ui, state.search);
  draw_choice_of_listed(d);
  if (!draw_panels_of_morphs(d, shown->pose.morph_weights)) ui.text(ui_strings::no_morph_listed, Tone::quiet);
  if (ImGui::Button(ui.label(ui_strings::reset_morphs))) actions.push_back({ActionId::reset_morphs});
}

}  // namespace mmd
