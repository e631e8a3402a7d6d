// The bones of the body of a VRM in the Export panel.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
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

/// The names of the model's bones as a list to choose from; returns the chosen one.
std::int32_t draw_bone_choice(Ui& ui, const Model& model, const HumanBone& human) {
  std::int32_t chosen = none;
  const std::string now = name_of_bone(model, human);
  if (!ImGui::BeginCombo("##bone",
                         ui.known(now.empty() ? std::string(ui.word(ui_strings::bone_is_missing)) : now)))
    return none;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(model.bone_count()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      if (ImGui::Selectable(ui.name_label(model.skeleton.bones[static_cast<std::size_t>(i)].name),
                            i == human.bone))
        chosen = i;
  ImGui::EndCombo();
  return chosen;
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

/// One row. Returns the bone that the user chose in it.
std::optional<ChosenBone> draw_human_bone(Ui& ui, ExportPanelState& state, const HumanBone& human,
                                          Actions& actions) {
  const VrmCheck& check = state.vrm;
  const bool is_missing = human.bone == none;
  std::optional<ChosenBone> out;
  draw_highlight(state, human);
  ImGui::PushID(human.name.c_str());
  ImGui::AlignTextToFramePadding();
  ui.text(human.name,
          is_missing && human.required ? Tone::error
          : is_missing                 ? Tone::quiet
                                       : Tone::accent,
          Ui::Wrap::never);
  ImGui::SameLine(width_of_names * ui.unit());
  if (human.usual.empty() || (!is_missing && !check.names.contains(human.usual))) {
    ImGui::AlignTextToFramePadding();
    ui.text(
        is_missing ? std::string(ui.word(ui_strings::bone_is_missing)) : name_of_bone(*check.model, human),
        is_missing ? Tone::error : Tone::normal, Ui::Wrap::never);
  } else {
    const float button = ImGui::CalcTextSize(ui.known(std::string(ui.word(ui_strings::pick_bone.name)))).x +
                         2.0f * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button);
    if (const std::int32_t bone = draw_bone_choice(ui, *check.model, human); bone != none)
      out = {human.usual, check.model->skeleton.bones[static_cast<std::size_t>(bone)].name};
    ImGui::SameLine();
    if (ImGui::Button(ui.label(ui_strings::pick_bone.name))) {
      actions.push_back({ActionId::pick_human_bone, human.name});
      state.closes = true;
    }
    ui.tooltip(ui_strings::pick_bone);
  }
  ImGui::PopID();
  return out;
}

}  // namespace

std::optional<ChosenBone> draw_human_bones(Ui& ui, ExportPanelState& state, Actions& actions) {
  const VrmCheck& check = state.vrm;
  const auto found = std::count_if(check.bones.begin(), check.bones.end(),
                                   [](const HumanBone& b) { return b.bone != none; });
  const std::string count = fmt::format("({}/{})", found, check.bones.size());
  if (!draw_header(ui, ui_strings::human_bones, count, true)) return std::nullopt;
  if (const std::string clicked = draw_human_figure(ui, check, state.human); !clicked.empty()) {
    state.human = clicked;
    state.go_to_human = true;
  }
  ImGui::SameLine();
  std::optional<ChosenBone> chosen;
  ImGui::BeginChild("##human", ImVec2(0.0f, lines_of_bones * ImGui::GetFrameHeightWithSpacing()), true);
  for (const int rank : {0, 1, 2})
    for (const HumanBone& human : check.bones)
      if (rank == rank_of(human))
        if (auto one = draw_human_bone(ui, state, human, actions)) chosen = std::move(one);
  ImGui::EndChild();
  return chosen;
}

void draw_picking(Ui& ui, PanelState& panels, const BonePicker& picker, Actions& actions) {
  const ExportPanelState& state = panels.export_panel();
  if (state.picks.empty()) return;
  if (!picker.selection().empty()) actions.push_back({ActionId::take_human_bone});
  const OfferAnswer answers[] = {{ui_strings::back_to_export, {ActionId::end_human_bone}, {}}};
  draw_offer(ui, panels, "##picking", filled(ui.word(ui_strings::click_on_bone), {state.picks}), answers,
             actions);
}

}  // namespace mmd
