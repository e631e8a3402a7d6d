// Choosing the bones of a VRM by a click on the model.
#include <algorithm>
#include <string>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "document/bone_names.h"

namespace mmd {
namespace handlers {
namespace {

void show_bones_to_pick(const Parts& parts, bool shown) {
  parts.stage.arrangement().look.skeleton = shown;
  refresh(parts, Dirty::look);
}

void pick_human_bone(const Parts& parts, const std::string& name) {
  ExportPanelState& panel = parts.panels.export_panel();
  panel.picks = panel.human = name;
  panel.shows_bones = !parts.stage.arrangement().look.skeleton;
  if (panel.shows_bones) show_bones_to_pick(parts, true);
  select_bones(parts, {});  // so that any click selects one
}

void take_human_bone(const Parts& parts) {
  const ExportPanelState& panel = parts.panels.export_panel();
  const auto human = std::find_if(panel.vrm.bones.begin(), panel.vrm.bones.end(),
                                  [&](const HumanBone& bone) { return bone.name == panel.picks; });
  const std::int32_t bone = parts.picker.selection().active();
  if (human != panel.vrm.bones.end() && bone != none &&
      panel.vrm.model == parts.stage.document()->loaded.model)
    keep_human_bone(parts, human->usual,
                    panel.vrm.model->skeleton.bones[static_cast<std::size_t>(bone)].name);
  end_picking(parts);
}

/// In place of a file's name in EditTools::previewed.
constexpr const char* is_t_pose = "\n";

/// `pace`: how bodies follow.
void show_t_pose(const Parts& parts, Pace pace) {
  const ExportPanelState& panel = parts.panels.export_panel();
  parts.stage.preview(t_pose_at(panel.vrm, panel.t_pose, parts.setup.now() - panel.moves_since));
  refresh(parts, Dirty::pose, pace);
}

/// A preview, as those of the browser: the pose of the user stays as it is.
void preview_t_pose(const Parts& parts, const TPoseChoice& choice) {
  ExportPanelState& panel = parts.panels.export_panel();
  const bool begins = !shows_t_pose(parts.panels);
  if (panel.vrm.model != parts.stage.document()->loaded.model) return;
  if (parts.stage.playback().playing()) row_of(ActionId::toggle_playing).perform(parts, {});
  if (begins) begin_gesture(parts);
  parts.panels.tools().previewed = is_t_pose;
  if (begins || choice.move != panel.t_pose.move) panel.moves_since = parts.setup.now();
  panel.t_pose = choice;
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
  return panels.tools().previewed == is_t_pose;
}

bool end_t_pose(const Parts& parts) {
  if (!shows_t_pose(parts.panels)) return false;
  preview_entry(parts, {});
  parts.panels.export_panel().is_asked = true;
  return true;
}

bool moves_t_pose(PanelState& panels) {
  return shows_t_pose(panels) && panels.export_panel().t_pose.move != TPoseMove::still;
}

void go_on_with_t_pose(const Parts& parts) {
  if (moves_t_pose(parts.panels)) show_t_pose(parts, Pace::swing);
}

void keep_human_bone(const Parts& parts, const std::string& usual, const std::string& bone) {
  VrmCheck& check = parts.panels.export_panel().vrm;
  BoneNames names = check.names;
  names[usual] = bone;
  const auto file = bone_names_file(parts.setup.bone_names, parts.stage.document()->model_hash);
  if (const auto kept = keep_bone_names(names, file); !kept) parts.board.add(kept.error());
  check = check_vrm(check.model, std::move(names), check.choice);
}

bool end_picking(const Parts& parts) {
  ExportPanelState& panel = parts.panels.export_panel();
  if (panel.picks.empty()) return false;
  panel.picks.clear();
  if (panel.shows_bones) show_bones_to_pick(parts, false);
  panel.shows_bones = false;
  panel.is_asked = panel.go_to_human = parts.stage.document() != nullptr;
  return true;
}

}  // namespace handlers

std::span<const ActionRow> vrm_actions() {
  using namespace handlers;
  using Id = ActionId;
  static constexpr ActionRow rows[] = {
      with_value(Id::pick_human_bone, Needs::model, by_panel, {"Pick a bone for a VRM", "VRMのボーンを選ぶ"},
                 call<pick_human_bone>),
      with_value(Id::take_human_bone, Needs::model, by_panel,
                 {"Use the selected bone for a VRM", "選択中のボーンをVRMに使う"}, call<take_human_bone>),
      with_value(Id::end_human_bone, Needs::nothing, by_panel,
                 {"Back without a bone", "ボーンを選ばずに戻る"}, call<end_human_bone>),
      with_value(Id::preview_t_pose, Needs::model, by_panel, {"Preview the VRM", "VRMをプレビュー"},
                 call<preview_t_pose>),
      with_value(Id::end_t_pose, Needs::model, by_panel, {"Back to export", "書き出しに戻る"},
                 call<leave_t_pose>),
  };
  return rows;
}

}  // namespace mmd
