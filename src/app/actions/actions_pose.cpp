// Poses, morphs, evaluation switches; eyes, head and neck that look at the camera or at a bone.
#include <algorithm>
#include <memory>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/pose_file.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"
#include "base/math.h"

namespace mmd::handlers {
namespace {

void step_pose(const Parts& parts, int step) {
  if (move_on_asset_library(parts, step, 0)) return;
  PoseSteps& steps = parts.opened.pose_steps;
  if (!steps.go(parts.stage.document()->model_file, step))
    return parts.board.say(steps.pose().empty() ? ui_messages::no_poses_by_model
                                                : ui_messages::no_poses_by_pose);
  parts.opened.queue.load({steps.pose()}, LoadQueue::Origin::step);
}

void toggle_rest_pose(const Parts& parts) {
  parts.stage.show(parts.stage.rest_pose() ? parts.stage.before_rest() : Shows::rest);
  refresh(parts, Dirty::pose);
  parts.board.say(parts.stage.rest_pose() ? ui_messages::rest_pose : ui_messages::pose);
}

void set_evaluation(const Parts& parts, const Evaluation& evaluation) {
  parts.stage.arrangement().evaluation = evaluation;
  chosen_by_hand(parts, Dirty::pose, Pace::jump);
}

void toggle_evaluation(const Parts& parts, bool Evaluation::*part, const LocalizedText& name) {
  Evaluation evaluation = parts.stage.arrangement().evaluation;
  evaluation.*part = !(evaluation.*part);
  set_evaluation(parts, evaluation);
  say_on_or_off(parts.board, name, evaluation.*part);
}

void toggle_append(const Parts& parts) {
  toggle_evaluation(parts, &Evaluation::append, ui_messages::append);
}

void toggle_ik(const Parts& parts) {
  toggle_evaluation(parts, &Evaluation::ik, ui_messages::ik);
}

void set_morph(const Parts& parts, const MorphWeight& morph) {
  edit_pose(parts, edit::SetMorph{morph.morph, morph.weight});
}

void reset_morphs(const Parts& parts) {
  const Figure& figure = *parts.stage.figure();
  edit::TakeParts taken{*figure.origin->pose, {}, file_name(figure.origin->file)};
  for (std::size_t i = 0; i < figure.model().morphs.size(); ++i)
    taken.parts.morphs.push_back(static_cast<std::int32_t>(i));
  edit_pose(parts, std::move(taken));
}

bool has_morph(const Stage& stage, std::int32_t morph) {
  return morph >= 0 && static_cast<std::size_t>(morph) < stage.model()->morphs.size();
}

void reset_morph(const Parts& parts, std::int32_t morph) {
  if (!has_morph(parts.stage, morph)) return;
  const Figure& figure = *parts.stage.figure();
  edit::TakeParts take;
  take.other = *figure.origin->pose;
  take.parts.morphs.push_back(morph);
  take.source = file_name(figure.origin->file);
  edit_pose(parts, std::move(take));
}

void show_morph(const Parts& parts, std::int32_t morph) {
  if (!has_morph(parts.stage, morph)) return;
  MorphPanelState& state = parts.panels.morphs;
  state.listed = MorphsListed::all;
  state.search = parts.stage.model()->morphs[static_cast<std::size_t>(morph)].name;
  show_panel(parts, static_cast<std::int32_t>(Panel::morphs));
}

void mark_morph(const Parts& parts, const MorphMark& mark) {
  if (!has_morph(parts.stage, mark.morph)) return;
  const Model& model = *parts.stage.model();
  auto kept = parts.files.library.set_favourite_morph(
      model.name, model.morphs[static_cast<std::size_t>(mark.morph)].name, mark.favourite);
  if (!kept) parts.board.refuse(kept.error());
}

void save_expression(const Parts& parts, const std::string& name) {
  const Actor& shown = *parts.stage.actor();
  auto file = expression_of(shown.pose, shown.model());
  if (!file) return parts.board.refuse(file.error());
  const auto saved = mmd::save_expression(std::move(*file), parts.setup.expressions, name);
  if (!saved) return parts.board.refuse(saved.error());
  parts.panels.morphs.expressions = expressions_in(parts.setup.expressions);
  parts.board.say(ui_messages::saved, {to_utf8(*saved)});
}

void save_hands_as(const Parts& parts, const std::string& name) {
  const Actor& shown = *parts.stage.actor();
  auto file = hands_of(shown.pose, shown.model());
  if (!file) return parts.board.refuse(file.error());
  const auto saved = mmd::save_expression(std::move(*file), parts.setup.hands, name);
  if (!saved) return parts.board.refuse(saved.error());
  HandsPanelState& panel = parts.panels.hands;
  panel.own = own_hands_in(parts.setup.hands);
  panel.name.clear();
  parts.board.say(ui_messages::saved, {to_utf8(*saved)});
}

void load_expression(const Parts& parts, const std::string& file) {
  Diagnostics diagnostics;
  const auto read = read_expression(file, diagnostics);
  parts.board.report(diagnostics);
  if (!read) return parts.board.refuse(read.error());
  const Model& model = *parts.stage.model();
  const auto there = std::count_if(read->morphs.begin(), read->morphs.end(), [&](const vpd::Morph& block) {
    return model.find_morph(block.name) != none;
  });
  if (there == 0) return parts.board.say(ui_messages::no_morph_of, {file_name(file)});
  edit_pose(parts, edit::Paste{*read, true, file_name(file)});
  parts.board.say(ui_messages::morphs_of,
                  {file_name(file), std::to_string(there), std::to_string(read->morphs.size())});
}

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

std::span<const ActionRow> pose_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::next_pose, {SDLK_RIGHT, "Right", true}, Needs::model,
                 {"Next pose in folder", "フォルダの次のポーズ"}, call_with<step_pose, 1>),
      action_row(Id::previous_pose, {SDLK_LEFT, "Left", true}, Needs::model,
                 {"Previous pose in folder", "フォルダの前のポーズ"}, call_with<step_pose, -1>),
      action_row(Id::toggle_rest_pose, {SDLK_p, "P"}, Needs::model, {"Rest pose", "初期ポーズ"},
                 call<toggle_rest_pose>, [](const Parts& parts) { return parts.stage.rest_pose(); }),
      action_row(Id::toggle_append, {SDLK_a, "A"}, Needs::nothing, {"Append", "付与"},
                 {"Append (付与): D-bones, twist bones, eyes", "付与（足D、捩り、目）"}, call<toggle_append>,
                 [](const Parts& parts) { return parts.stage.arrangement().evaluation.append; }),
      action_row(Id::toggle_ik, {SDLK_i, "I"}, Needs::nothing, {"Inverse kinematics", "IK"}, call<toggle_ik>,
                 [](const Parts& parts) { return parts.stage.arrangement().evaluation.ik; }),
      action_row(Id::reset_morphs, {}, Needs::model, {"Reset morphs to pose", "表情をポーズに戻す"},
                 call<reset_morphs>),
      with_value(Id::set_evaluation, Needs::nothing, {"Evaluation settings", "ポーズの計算"},
                 call<set_evaluation>),
      with_value(Id::set_morph, Needs::model, {"Morph", "表情（モーフ）"}, call<set_morph>),
      with_value(Id::reset_morph, Needs::model, {"Reset morph to pose", "表情を一つ戻す"}, call<reset_morph>),
      with_value(Id::show_morph, Needs::model, {"Show morph", "表情を表示"}, call<show_morph>,
                 "the action finder finds morphs"),
      with_value(Id::mark_morph, Needs::model, {"Favourite morph", "お気に入りの表情"}, call<mark_morph>),
      with_value(Id::save_expression, Needs::model, {"Save expression", "表情を保存"}, call<save_expression>),
      with_value(Id::save_hands_as, Needs::model, {"Save hand pose", "手の形を保存"}, call<save_hands_as>),
      with_value(Id::load_expression, Needs::model, {"Load expression", "表情を読み込む"},
                 call<load_expression>),
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
