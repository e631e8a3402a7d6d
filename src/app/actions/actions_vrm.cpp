// Choosing the bones and expressions of a VRM, and its preview.
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/export_strings.h"
#include "document/bone_names.h"
#include "export/human_bones.h"
#include "export/vrm_expression_table.h"

namespace mmd::handlers {
namespace {

void show_bones_to_pick(const Parts& parts, bool shown) {
  parts.stage.arrangement().look.skeleton = shown;
  refresh(parts, Dirty::look);
}

void pick_human_bone(const Parts& parts, const std::string& name) {
  ExportPanelState& panel = parts.panels.export_panel;
  panel.picks = panel.human = name;
  panel.shows_bones = !parts.stage.arrangement().look.skeleton;
  if (panel.shows_bones) show_bones_to_pick(parts, true);
  select_bones(parts, {});  // so that any click selects one
}

/// Why the bone cannot be chosen; nothing if it can. `before`, `after`: the check without and with the
/// choice.
HumanBoneNote refusal(const VrmCheck& before, const VrmCheck& after, const HumanBone& human,
                      const std::string& bone) {
  const auto has = [](const VrmCheck& check, std::string_view name) {
    return find_human(check.bones, name)->bone != none;
  };
  switch (human.fault) {
    case HumanBoneFault::none:
      break;
    case HumanBoneFault::other_lacks:
      return {ui_strings::human_bone_lacks_other, {bone, human.name, human.other}, true};
    case HumanBoneFault::not_between_legs:
      return {ui_strings::hips_are_elsewhere, {bone, human.name}, true};
    default:
      return {ui_strings::human_bone_is_elsewhere, {bone, human.name, human.other}, true};
  }
  if (has(before, "hips") && !has(after, "hips") && has(after, "spine") && has(after, "leftUpperLeg") &&
      has(after, "rightUpperLeg"))
    return {ui_strings::human_bone_ends_hips, {bone, human.name}, true};
  return {};
}

/// The bone that lost its place to the choice.
HumanBoneNote displaced(const VrmCheck& before, const HumanBone& chosen, const std::string& bone) {
  for (const HumanBone& other : before.bones)
    if (other.bone == chosen.bone && other.name != chosen.name)
      return {ui_strings::human_bone_was_other, {bone, other.name}};
  return {};
}

/// `words`: VRM's name and the model's bone. An impossible choice changes nothing.
void choose_human_bone(const Parts& parts, const std::vector<std::string>& words) {
  ExportPanelState& panel = parts.panels.export_panel;
  VrmCheck& check = panel.vrm;
  const LoadedFigure& document = *parts.stage.document();
  const HumanBone* human = words.empty() ? nullptr : find_human(check.bones, words.front());
  if (human == nullptr || check.model != document.loaded.model) return;
  const std::string bone = words.size() > 1 ? words[1] : std::string();
  if (words.size() > 1 && bone.empty()) return;  // a table cannot name a bone without a name
  VrmCheck next = mmd::check_vrm(check.model, with_human_bone(check, *human, bone), check.choice);
  const HumanBone& after = *find_human(next.bones, human->name);
  panel.human = human->name;
  panel.go_to_human = true;
  panel.note = bone.empty() ? HumanBoneNote() : refusal(check, next, after, bone);
  if (panel.note.is_refusal) return;
  if (!bone.empty()) panel.note = displaced(check, after, bone);
  const auto file = bone_names_file(parts.setup.bone_names, document.model_hash);
  if (const auto kept = keep_bone_names(next.names, file); !kept) parts.board.add(kept.error());
  check = std::move(next);
}

/// `words`: VRM's name and the morph.
void choose_expression(const Parts& parts, const std::vector<std::string>& words) {
  VrmCheck& check = parts.panels.export_panel.vrm;
  const LoadedFigure& document = *parts.stage.document();
  if (words.empty() || check.model != document.loaded.model) return;
  ExpressionChoice choice = check.choice;
  choice.morphs.erase(words.front());
  if (words.size() > 1) choice.morphs[words.front()] = words[1];
  const auto file = expression_morphs_file(parts.setup.bone_names, document.model_hash);
  if (const auto kept = keep_expression_morphs(choice.morphs, file); !kept) parts.board.add(kept.error());
  check = mmd::check_vrm(check.model, check.names, std::move(choice));
}

void take_human_bone(const Parts& parts) {
  const ExportPanelState& panel = parts.panels.export_panel;
  const std::int32_t bone = parts.opened.picker.selection().active();
  if (bone != none && panel.vrm.model == parts.stage.document()->loaded.model)
    choose_human_bone(parts,
                      {panel.picks, panel.vrm.model->skeleton.bones[static_cast<std::size_t>(bone)].name});
  end_picking(parts);
}

/// `pace`: how other figures' bodies follow.
void show_t_pose(const Parts& parts, Pace pace) {
  const auto& choice = std::get<TPoseChoice>(parts.panels.tools.previewed);
  parts.stage.preview(parts.opened.vrm_preview.state(choice, parts.setup.now()));
  refresh(parts, Dirty::pose, pace);
}

/// A preview, as those of the browser: the pose of the user stays as it is.
void preview_t_pose(const Parts& parts, const TPoseChoice& choice) {
  const VrmCheck& check = parts.panels.export_panel.vrm;
  const bool begins = !shows_t_pose(parts.panels);
  const auto& loaded = parts.stage.figure()->loaded;
  if (check.model != loaded->loaded.model) return;
  if (parts.stage.playback().playing()) row_of(ActionId::toggle_playing).perform(parts, {});
  if (begins) {
    begin_gesture(parts);
    parts.opened.vrm_preview.begin(check, loaded, parts.stage.arrangement().physics);
  }
  parts.panels.tools.previewed = choice;
  show_t_pose(parts, begins ? Pace::jump : Pace::swing);
  if (begins && parts.stage.camera_is_fitted()) frame_camera(parts);
}

void leave_t_pose(const Parts& parts) {
  end_t_pose(parts);
}

void end_human_bone(const Parts& parts) {
  end_picking(parts);
}

}  // namespace

bool shows_t_pose(PanelState& panels) {
  return std::holds_alternative<TPoseChoice>(panels.tools.previewed);
}

bool end_t_pose(const Parts& parts) {
  if (!shows_t_pose(parts.panels)) return false;
  preview_entry(parts, {});
  parts.panels.export_panel.is_asked = true;
  return true;
}

bool moves_t_pose(const Parts& parts) {
  return shows_t_pose(parts.panels) && parts.opened.vrm_preview.moves();
}

void go_on_with_t_pose(const Parts& parts) {
  const bool news = parts.opened.vrm_preview.take();
  if (!shows_t_pose(parts.panels)) return;
  if (news) parts.redraw.panels();
  if (parts.opened.vrm_preview.moves()) show_t_pose(parts, Pace::swing);
}

void check_shown_model(const Parts& parts) {
  ExportPanelState& panel = parts.panels.export_panel;
  const LoadedFigure& document = *parts.stage.document();
  if (panel.vrm.model == document.loaded.model) {  // its choices hold also where they could not be kept
    panel.vrm = mmd::check_vrm(panel.vrm.model, panel.vrm.names,
                               {panel.vrm.choice.morphs, panel.choice.arkit, panel.choice.english});
    return;
  }
  const auto& folder = parts.setup.bone_names;
  panel.vrm =
      mmd::check_vrm(document.loaded.model, kept_bone_names(bone_names_file(folder, document.model_hash)),
                     {kept_expression_morphs(expression_morphs_file(folder, document.model_hash)),
                      panel.choice.arkit, panel.choice.english});
}

bool end_picking(const Parts& parts) {
  ExportPanelState& panel = parts.panels.export_panel;
  if (panel.picks.empty()) return false;
  panel.picks.clear();
  if (panel.shows_bones) show_bones_to_pick(parts, false);
  panel.shows_bones = false;
  panel.is_asked = panel.go_to_human = parts.stage.document() != nullptr;
  return true;
}

std::span<const ActionRow> vrm_actions() {
  static constexpr ActionRow rows[] = {
      with_value(Id::check_vrm, Needs::model, {"Check the model for a VRM", "VRM用にモデルを調べる"},
                 call<check_shown_model>),
      with_value(Id::choose_human_bone, Needs::model, {"Choose a bone for a VRM", "VRMのボーンを決める"},
                 call<choose_human_bone>),
      with_value(Id::choose_expression, Needs::model, {"Choose a morph for a VRM", "VRMの表情を決める"},
                 call<choose_expression>),
      with_value(Id::pick_human_bone, Needs::model, {"Pick a bone for a VRM", "VRMのボーンを選ぶ"},
                 call<pick_human_bone>),
      with_value(Id::take_human_bone, Needs::model,
                 {"Use the selected bone for a VRM", "選択中のボーンをVRMに使う"}, call<take_human_bone>),
      with_value(Id::end_human_bone, Needs::nothing, {"Back without a bone", "ボーンを選ばずに戻る"},
                 call<end_human_bone>),
      with_value(Id::preview_t_pose, Needs::model, {"Preview the VRM", "VRMをプレビュー"},
                 call<preview_t_pose>),
      with_value(Id::end_t_pose, Needs::model, {"Back to export", "書き出しに戻る"}, call<leave_t_pose>),
  };
  return rows;
}

}  // namespace mmd::handlers
