#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/bone_list.h"
#include "app/stage/element_names.h"
#include "edit/gizmo.h"
#include "pose/limb_reach.h"

namespace mmd {
namespace {

/// Lines of text below the list: buttons, and the values of the active bone or a hint.
constexpr float lines_with_bone = 15.5f, lines_without = 5.0f;

/// Selection after a click on a bone: the bone; with Ctrl added or removed; with Shift the range from the
/// active bone.
std::vector<std::int32_t> clicked(const edit::Selection& before, const std::vector<BoneLine>& lines,
                                  std::int32_t bone) {
  edit::Selection out = before;
  if (ImGui::GetIO().KeyShift && before.active() != none) {
    out.add(bones_between(lines, before.active(), bone));
  } else if (ImGui::GetIO().KeyCtrl) {
    out.toggle(bone);
  } else {
    out.set(bone);
  }
  return out.bones();
}

/// A click folds or unfolds the bones below the heading.
void draw_heading(Ui& ui, PanelState& panels, const BoneLine& line) {
  std::set<std::string>& folded = panels.tools.folded_frames;
  const bool is_folded = folded.count(line.heading) > 0;
  const std::string text = fmt::format("{} {}", is_folded ? "▸" : "▾", line.heading);
  const float right = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, colour_of(Tone::accent, ui.theme()));
  const bool clicked = ImGui::Selectable(ui.name_label(text));
  ImGui::PopStyleColor();
  const std::string count = std::to_string(line.bones);
  ImGui::SameLine(right - ImGui::CalcTextSize(count.c_str()).x);
  ui.text(count, Tone::quiet, Ui::Wrap::never);
  if (!clicked) return;
  if (is_folded) folded.erase(line.heading);
  if (!is_folded) folded.insert(line.heading);
}

/// The lines without the bones of folded headings.
std::vector<BoneLine> unfolded(const std::vector<BoneLine>& lines, const std::set<std::string>& folded) {
  std::vector<BoneLine> out;
  bool hidden = false;
  for (const BoneLine& line : lines) {
    if (line.bone == none) hidden = folded.count(line.heading) > 0;
    if (line.bone == none || !hidden) out.push_back(line);
  }
  return out;
}

/// The bone of lines that have one bone only, else none.
std::int32_t only_bone(const std::vector<BoneLine>& lines) {
  std::int32_t out = none;
  for (const BoneLine& line : lines) {
    if (line.bone == none) continue;
    if (out != none) return none;
    out = line.bone;
  }
  return out;
}

/// Every second row is shaded.
void draw_stripe(int row, float height) {
  if (row % 2 == 0) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y - 0.5f * ImGui::GetStyle().ItemSpacing.y;
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, top),
                                            ImVec2(at.x + ImGui::GetContentRegionAvail().x, top + height),
                                            ImGui::GetColorU32(ImGuiCol_TableRowBgAlt));
}

/// `english`: the name of english_names().
void draw_line(Ui& ui, const Stage& stage, const BonePicker& picker, const std::vector<BoneLine>& lines,
               const BoneLine& line, std::string_view english, Actions& actions) {
  const Bone& bone = stage.model()->skeleton.bones[static_cast<std::size_t>(line.bone)];
  const edit::Selection& selection = picker.selection();
  const std::string name = shown_name(bone.name, english, ui.language());
  ImGui::PushID(line.bone);
  ImGui::Indent(0.6f * ui.unit() * static_cast<float>(line.depth + 1));
  if (ImGui::Selectable(ui.name_label(name.empty() ? "?" : name), selection.contains(line.bone)))
    actions.push_back({ActionId::select_bones, clicked(selection, lines, line.bone)});
  ImGui::Unindent(0.6f * ui.unit() * static_cast<float>(line.depth + 1));
  ImGui::PopID();
}

/// Draws visible lines only, and scrolls to a bone that was selected elsewhere.
void draw_list(Ui& ui, const Parts& parts, const std::vector<BoneLine>& lines, Actions& actions) {
  EditTools& tools = parts.panels.tools;
  const float room = ImGui::GetContentRegionAvail().y;
  const bool selected = !parts.opened.picker.selection().empty();
  const float below = (selected ? lines_with_bone : lines_without) * ImGui::GetTextLineHeightWithSpacing();
  ImGui::BeginChild("##bones", ImVec2(0.0f, std::max(room - below, 0.4f * room)), true);
  const std::int32_t active = parts.opened.picker.selection().active();
  ImGuiListClipper clipper;
  const float height = ImGui::GetTextLineHeightWithSpacing();
  if (std::exchange(tools.seen_bone, active) != active && active != none) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const float top = static_cast<float>(i) * height, scroll = ImGui::GetScrollY();
      const bool seen = top >= scroll && top + height <= scroll + ImGui::GetWindowHeight();
      if (lines[i].bone == active && !seen) ImGui::SetScrollY(top - 0.4f * ImGui::GetWindowHeight());
    }
  }
  const std::vector<std::string_view> english = english_names(parts.stage.model()->skeleton.bones);
  clipper.Begin(static_cast<int>(lines.size()), height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const BoneLine& line = lines[static_cast<std::size_t>(i)];
      draw_stripe(i, height);
      if (line.bone == none) {
        draw_heading(ui, parts.panels, line);
      } else {
        draw_line(ui, parts.stage, parts.opened.picker, lines, line,
                  english[static_cast<std::size_t>(line.bone)], actions);
      }
    }
  ImGui::EndChild();
}

/// The pose that a change starts from: during a drag the one before it.
const Pose& pose_before(const Stage& stage) {
  return stage.in_gesture() ? stage.start_of_gesture() : stage.actor()->pose;
}

/// Rotates the active bone to `rotation` and each further selected bone by as much, about its own axes.
void ask_rotation(const Stage& stage, const BonePicker& picker, const quat& rotation, Actions& actions) {
  const edit::Selection& selection = picker.selection();
  const Pose& before = pose_before(stage);
  const auto of = [&](std::int32_t bone) { return before.rotation[static_cast<std::size_t>(bone)]; };
  const quat turn = glm::conjugate(of(selection.active())) * rotation;
  edit::SetBones set;
  for (const std::int32_t bone : selection.bones())
    if (bone == selection.active())
      set.bones.push_back({bone, std::nullopt, rotation});
    else if (stage.model()->skeleton.bones[static_cast<std::size_t>(bone)].rotatable)
      set.bones.push_back({bone, std::nullopt, of(bone) * turn});
  actions.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

/// Moves the active bone to `translation` and each further selected bone by as much.
void ask_translation(const Stage& stage, const BonePicker& picker, const vec3& translation,
                     Actions& actions) {
  const edit::Selection& selection = picker.selection();
  const Pose& before = pose_before(stage);
  const auto of = [&](std::int32_t bone) { return before.translation[static_cast<std::size_t>(bone)]; };
  const vec3 shift = translation - of(selection.active());
  edit::SetBones set;
  for (const std::int32_t bone : selection.bones())
    if (bone == selection.active())
      set.bones.push_back({bone, translation, std::nullopt});
    else if (stage.model()->skeleton.bones[static_cast<std::size_t>(bone)].movable)
      set.bones.push_back({bone, of(bone) + shift, std::nullopt});
  actions.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

void draw_numbers(Ui& ui, const Stage& stage, const BonePicker& picker, std::int32_t active,
                  Actions& actions) {
  const Bone& bone = stage.model()->skeleton.bones[static_cast<std::size_t>(active)];
  const Pose& pose = stage.actor()->pose;
  const auto i = static_cast<std::size_t>(active);
  const quat& q = pose.rotation[i];
  const vec3 shown = edit::degrees_from_rotation(q);
  vec3 degrees = shown, position = mirror(pose.translation[i]) + vec3(0.0f);
  ImGui::BeginDisabled(!bone.rotatable);
  constexpr float degrees_per_point = 0.5f;
  if (drag_three(ui, ui_strings::bone_rotation, degrees, degrees_per_point, "%.2f")) {
    // Shift: steps from the rotation before the drag.
    const float dragged = degrees_per_point * ImGui::GetMouseDragDelta().x;
    const vec3 before = edit::degrees_from_rotation(pose_before(stage).rotation[i]);
    if (ImGui::GetIO().KeyShift && ImGui::IsMouseDown(0))
      for (int axis = 0; axis < 3; ++axis)
        if (degrees[axis] != shown[axis])
          degrees[axis] = static_cast<float>(
              edit::snapped(static_cast<double>(before[axis] + dragged), edit::fine_snap_degrees));
    ask_rotation(stage, picker, edit::rotation_from_degrees(degrees), actions);
  }
  ImGui::EndDisabled();
  ImGui::BeginDisabled(!bone.movable);
  if (drag_three(ui, ui_strings::bone_position, position, 0.02f, "%.3f", 0.1f))
    ask_translation(stage, picker, mirror(position), actions);
  ImGui::EndDisabled();
  const quat stored = mirror(q);
  ui.text(fmt::format("{}: {:.4f} {:.4f} {:.4f} {:.4f}", ui.word(ui_strings::quaternion), stored.x + 0.0f,
                      stored.y + 0.0f, stored.z + 0.0f, stored.w),
          Tone::quiet);
}

/// The twist bone of a part of an arm: 腕捩 of 腕, 手捩 of ひじ and 手首; `none`: the model lacks it.
std::int32_t twist_bone_of(const Model& model, std::int32_t bone) {
  for (const Side side : {Side::left, Side::right}) {
    const Limb arm = arm_of(model, side);
    if (bone == arm.upper) return arm.upper_twist;
    if (bone == arm.middle || bone == arm.end) return arm.lower_twist;
  }
  return none;
}

/// A part of an arm swings by its own rotation; its twist bone turns it about its axis.
void draw_twist(Ui& ui, const Stage& stage, std::int32_t active, Actions& actions) {
  const Model& model = *stage.model();
  const std::int32_t twist = twist_bone_of(model, active);
  if (twist == none) return;
  const auto i = static_cast<std::size_t>(twist);
  const vec3 axis = model.skeleton.bones[i].fixed_axis;
  if (axis == vec3(0.0f)) return;
  float degrees = edit::twist_degrees(stage.actor()->pose.rotation[i], axis);
  if (!slide(ui, ui_strings::bone_twist, degrees, -180.0f, 180.0f, "%.1f°")) return;
  edit::SetBones set;
  set.bones.push_back({twist, std::nullopt, edit::rotation_from_twist(degrees, axis)});
  actions.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

void draw_chain(Ui& ui, const Stage& stage, const Bone& bone, Actions& actions) {
  const auto chain = static_cast<std::size_t>(bone.ik);
  const Actor& shown = *stage.actor();
  const IkResult& result = shown.bones().ik_results()[chain];
  bool on = shown.switches.ik_chains.empty() || shown.switches.ik_chains[chain] != 0;
  if (tick(ui, ui_strings::bone_ik, on))
    actions.push_back({ActionId::edit_pose, edit::Command(edit::SetIk{bone.ik, on})});
  if (!result.enabled) return;
  ImGui::SameLine();
  ui.text(fmt::format("{} {}, {} {:.4f}", result.iterations, ui.word(ui_strings::iterations),
                      ui.word(ui_strings::residual), result.residual),
          Tone::quiet, Ui::Wrap::never);
}

void draw_active(Ui& ui, const Stage& stage, const BonePicker& picker, Actions& actions) {
  const edit::Selection& selection = picker.selection();
  if (selection.empty()) return ui.text(ui_strings::no_bone_selected, Tone::quiet);
  const Model& model = *stage.model();
  const std::int32_t active = selection.active();
  const Bone& bone = model.skeleton.bones[static_cast<std::size_t>(active)];
  const std::size_t others = selection.bones().size() - 1;
  ui.text(others == 0 ? bone.name : fmt::format("{} (+{})", bone.name, others));
  if (others > 0)
    ui.text(filled(ui.word(ui_strings::applies_to_bones), {std::to_string(others + 1)}), Tone::quiet);
  draw_numbers(ui, stage, picker, active, actions);
  draw_twist(ui, stage, active, actions);
  if (bone.ik != none) draw_chain(ui, stage, bone, actions);
  for (const std::string& fact : bone_facts(model, active, ui.language())) ui.text(fact, Tone::quiet);
}

}  // namespace

void draw_bones_panel(Ui& ui, const Parts& parts, Actions& actions) {
  if (parts.stage.actor() == nullptr) return ui.text(ui_strings::no_model);
  EditTools& tools = parts.panels.tools;
  const float button = 5.0f * ui.unit();
  const float tree = with_name(ui, ImGui::GetFrameHeight(), ui_strings::bone_tree);
  const SearchInput input =
      draw_search_field(ui, tools.bone_search, false, -tree - ImGui::GetStyle().ItemSpacing.x);
  ImGui::SameLine();
  ImGui::Checkbox(ui.label(ui_strings::bone_tree), &tools.bone_tree);
  ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
  const bool entered = text_field(ui, "##pattern", ui.word(ui_strings::bone_pattern.name), tools.set_pattern,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ui.tooltip(ui_strings::bone_pattern);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::select_names), ImVec2(button, 0.0f)) || entered)
    actions.push_back({ActionId::select_matching, tools.set_pattern});
  auto lines = bone_lines(*parts.stage.model(), tools.bone_tree, tools.bone_search, ui.language());
  if (tools.bone_search.empty()) lines = unfolded(lines, tools.folded_frames);
  if (const std::int32_t only = only_bone(lines); input.entered && only != none)
    actions.push_back({ActionId::select_bone, only});
  if (lines.empty()) ui.text(ui_strings::no_bone_here, Tone::quiet);
  if (!lines.empty()) draw_list(ui, parts, lines, actions);
  if (ImGui::Button(ui.label(ui_strings::reset_selected))) actions.push_back({ActionId::reset_selected});
  flow_button(ui, ui_strings::reset_pose);
  if (ImGui::Button(ui.label(ui_strings::reset_pose))) actions.push_back({ActionId::reset_pose});
  ImGui::PushItemWidth(-6.0f * ui.unit());
  draw_active(ui, parts.stage, parts.opened.picker, actions);
  ImGui::PopItemWidth();
}

}  // namespace mmd
