// The bones of the body of a VRM in the Export panel.
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
#include "app/text/export_strings.h"
#include "app/text/messages.h"

namespace mmd {
namespace {

constexpr float lines_of_bones = 9.0f, width_of_names = 10.5f;

std::string name_of_bone(const Model& model, const HumanBone& human) {
  return human.bone != none ? model.skeleton.bones[static_cast<std::size_t>(human.bone)].name : std::string();
}

/// Rows are sorted by it: first required bones that are missing, then other missing ones, then those found.
int rank_of(const HumanBone& human) {
  return human.bone != none ? 2 : human.required ? 0 : 1;
}

/// A list of "Automatic" and the model's bones. The search field comes first: the list scrolls to what has
/// the keyboard.
void draw_bone_choice(Ui& ui, PanelState& panels, const HumanBone& human, Actions& actions) {
  const VrmCheck& check = panels.export_panel.vrm;
  const std::string now = name_of_bone(*check.model, human);
  if (!ImGui::BeginCombo("##bone",
                         ui.known(now.empty() ? std::string(ui.word(ui_strings::bone_is_missing)) : now)))
    return;
  const SearchInput search = draw_bone_search(ui, panels);
  const bool is_own = check.names.contains(human.name) || check.names.contains(human.usual);
  if (ImGui::Selectable(ui.label(ui_strings::found_by_name), !is_own) && is_own)
    actions.push_back({ActionId::choose_human_bone, std::vector<std::string>{human.name}});
  if (const auto chosen = draw_bone_rows(ui, panels, *check.model, is_own ? now : std::string(), search))
    actions.push_back({ActionId::choose_human_bone,
                       std::vector<std::string>{
                           human.name, check.model->skeleton.bones[static_cast<std::size_t>(*chosen)].name}});
  ImGui::EndCombo();
}

/// The background of the highlighted row, and the way to it.
void draw_highlight(ExportPanelState& state, const HumanBone& human) {
  if (human.name != state.human) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(
      from, ImVec2(from.x + ImGui::GetContentRegionAvail().x, from.y + ImGui::GetFrameHeight()),
      ImGui::GetColorU32(ImGuiCol_HeaderActive));
  if (std::exchange(state.go_to_human, false)) ImGui::SetScrollHereY(0.5f);
}

void draw_human_bone(Ui& ui, PanelState& panels, const HumanBone& human, Actions& actions) {
  ExportPanelState& state = panels.export_panel;
  const bool is_missing = human.bone == none;
  draw_highlight(state, human);
  ImGui::PushID(human.name.c_str());
  ImGui::AlignTextToFramePadding();
  ui.text(human.name,
          is_missing && human.required ? Tone::error
          : is_missing                 ? Tone::quiet
                                       : Tone::accent,
          Ui::Wrap::never);
  ImGui::SameLine(width_of_names * ui.unit());
  const float button = ImGui::CalcTextSize(ui.known(std::string(ui.word(ui_strings::pick_bone.name)))).x +
                       2.0f * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button);
  draw_bone_choice(ui, panels, human, actions);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::pick_bone.name))) {
    actions.push_back({ActionId::pick_human_bone, human.name});
    state.closes = true;
  }
  ui.tooltip(ui_strings::pick_bone);
  ImGui::PopID();
}

}  // namespace

void draw_human_bones(Ui& ui, PanelState& panels, Actions& actions) {
  ExportPanelState& state = panels.export_panel;
  const VrmCheck& check = state.vrm;
  const auto found = std::count_if(check.bones.begin(), check.bones.end(),
                                   [](const HumanBone& b) { return b.bone != none; });
  const std::string count = fmt::format("({}/{})", found, check.bones.size());
  if (!draw_header(ui, ui_strings::human_bones, count, true)) return;
  if (const std::string clicked = draw_human_figure(ui, check, state.human); !clicked.empty()) {
    state.human = clicked;
    state.go_to_human = true;
  }
  ImGui::SameLine();
  ImGui::BeginChild("##human", ImVec2(0.0f, lines_of_bones * ImGui::GetFrameHeightWithSpacing()), true);
  for (const int rank : {0, 1, 2})
    for (const HumanBone& human : check.bones)
      if (rank == rank_of(human)) draw_human_bone(ui, panels, human, actions);
  ImGui::EndChild();
  if (const HumanBoneNote& note = state.note; !note.text.english.empty())
    ui.text(filled(ui.word(note.text), note.names), note.is_refusal ? Tone::error : Tone::quiet);
}

void draw_picking(Ui& ui, PanelState& panels, const BonePicker& picker, Actions& actions) {
  const ExportPanelState& state = panels.export_panel;
  if (state.picks.empty()) return;
  if (!picker.selection().empty()) actions.push_back({ActionId::take_human_bone});
  const OfferAnswer answers[] = {{ui_strings::back_to_export, {ActionId::end_human_bone}, {}}};
  draw_offer(ui, panels, "##picking", filled(ui.word(ui_strings::click_on_bone), {state.picks}), answers,
             actions);
}

}  // namespace mmd
