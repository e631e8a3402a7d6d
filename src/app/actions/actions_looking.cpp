// Eyes, head and neck that look at the camera or at a bone.
#include <algorithm>
#include <memory>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"
#include "base/math.h"

namespace mmd::handlers {
namespace {

/// A pose without the turn of head and neck by the last look, so that looking again does not add to it.
Pose without_look(const KeptLook& kept, const std::shared_ptr<const Pose>& pose) {
  Pose out = *pose;
  const auto known = kept.before.find(pose);
  for (const BoneRotation& before : known != kept.before.end() ? known->second : kept.last_before) {
    quat& now = out.rotation[static_cast<std::size_t>(before.bone)];
    const bool is_turned = std::any_of(kept.last.begin(), kept.last.end(), [&](const BoneRotation& last) {
      return last.bone == before.bone && last.rotation == now;
    });
    if (known != kept.before.end() || is_turned) now = before.rotation;
  }
  return out;
}

/// Notes the rotations before and after a look that gave the figure its present pose.
void note_look(const Stage& stage, KeptLook& kept, const Pose& from,
               const std::vector<BoneRotation>& rotations) {
  kept.figure = stage.figure()->number;
  kept.pose = stage.figure()->edited;
  kept.last_before.clear();
  kept.last.clear();
  for (const BoneRotation& r : rotations) {
    const auto bone = static_cast<std::size_t>(r.bone);
    kept.last_before.push_back({r.bone, from.rotation[bone]});
    kept.last.push_back({r.bone, kept.pose->rotation[bone]});
  }
  std::erase_if(kept.before, [](const auto& known) { return known.first.expired(); });
  kept.before[kept.pose] = kept.last_before;
}

/// The record of another figure is of no use.
KeptLook& look_of_active(const Stage& stage, OpenedScene& opened) {
  KeptLook& kept = opened.kept_look;
  if (kept.figure != stage.figure()->number) kept.forget();
  return kept;
}

/// "Look at camera", or "Look at 頭 of MODEL".
std::string look_text(const Parts& parts) {
  const LookAt& at = parts.panels.tools.camera_look.at;
  const Figure* figure = parts.stage.numbered(at.model);
  if (at.at == LookAt::At::camera || figure == nullptr)
    return std::string(row_of(ActionId::look_at_camera).name.in(parts.board.language()));
  return parts.board.text_of(ui_strings::bone_look, {at.bone, figure_name(*figure)});
}

void look_at_camera(const Parts& parts) {
  Stage& stage = parts.stage;
  const CameraLook& look = parts.panels.tools.camera_look;
  if (!stage.looked_at(look)) return parts.board.say(ui_messages::look_needs_bone);
  KeptLook& kept = look_of_active(parts.stage, parts.opened);
  const bool as_edited = is_shown_as_edited(*stage.figure());
  const Pose from = as_edited ? without_look(kept, stage.figure()->edited) : stage.actor()->pose;
  const auto rotations = stage.rotations_to_look(from, look);
  if (rotations.empty()) {
    refresh(parts, Dirty::pose, Pace::stay);
    return parts.board.say(ui_messages::no_eyes);
  }
  edit::TakeParts taken{from, {}, look_text(parts)};
  for (const BoneRotation& r : rotations) {
    taken.other.rotation[static_cast<std::size_t>(r.bone)] = r.rotation;
    taken.parts.bones.push_back(r.bone);
  }
  edit_pose(parts, std::move(taken));
  note_look(stage, kept, from, rotations);
  kept.target = stage.looked_at(look);
  if (look.at.at == LookAt::At::camera) return parts.board.say(ui_messages::looks_at_camera);
  parts.board.say(look_text(parts));
}

void toggle_keep_looking(const Parts& parts) {
  bool& on = parts.opened.kept_look.on;
  on = !on;
  if (on) look_at_camera(parts);
  say_on_or_off(parts.board, ui_messages::keeps_looking, on);
}

void set_camera_look(const Parts& parts, const CameraLook& look) {
  parts.panels.tools.camera_look = look;
  KeptLook& kept = parts.opened.kept_look;
  kept.pose.reset();  // it is shown with the new numbers
}

}  // namespace

void keep_looking(const Parts& parts) {
  Stage& stage = parts.stage;
  const EditTools& tools = parts.panels.tools;
  const bool is_there = stage.figure() != nullptr && is_shown_as_edited(*stage.figure());
  if (!parts.opened.kept_look.on || !is_there || is_on(tools.previewed)) return;
  KeptLook& kept = look_of_active(parts.stage, parts.opened);
  const auto target = stage.looked_at(tools.camera_look);
  if (!target || (kept.pose == stage.figure()->edited && kept.target == target)) return;
  const Pose from = without_look(kept, stage.figure()->edited);
  const auto rotations = stage.rotations_to_look(from, tools.camera_look);
  stage.amend(rotations);
  note_look(stage, kept, from, rotations);
  const bool turns_head = tools.camera_look.at.head > 0.0f || tools.camera_look.at.neck > 0.0f;
  refresh(parts, Dirty::pose, turns_head ? Pace::swing : Pace::stay);
  kept.target = stage.looked_at(tools.camera_look);  // the pose may have moved it
}

std::span<const ActionRow> looking_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::look_at_camera, ctrl(SDLK_e, "Ctrl+E"), Needs::model, {"Look at camera", "カメラ目線"},
                 {"Turn eyes, head and neck to the camera, or to the bone in the Pose panel",
                  "目、頭、首をカメラ、またはポーズパネルで選んだボーンに向ける"},
                 call<look_at_camera>),
      action_row(Id::toggle_keep_looking, {}, Needs::model, {"Keep looking at camera", "カメラ目線を保つ"},
                 call<toggle_keep_looking>, [](const Parts& parts) { return parts.opened.kept_look.on; }),
      with_value(Id::set_camera_look, Needs::nothing, {"Look at camera: shares", "カメラ目線の割合"},
                 call<set_camera_look>),
  };
  return rows;
}

}  // namespace mmd::handlers
