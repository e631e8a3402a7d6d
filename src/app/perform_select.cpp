// Which bones are selected, and what is done to those.

#include <fmt/format.h>

#include "app/perform.h"
#include "app/said.h"
#include "base/words.h"

namespace mmd::perform {
namespace {

/// The one that stands out in the picture is the active one.
void show_selection(const Parts& parts) {
  const Model& model = *parts.stage.model();
  parts.stage.choices().highlight = parts.picker.active_name(model);
  refresh(parts, Dirty::look);
  const edit::Selection& selection = parts.picker.selection();
  const std::string& name = parts.stage.choices().highlight;
  if (selection.empty()) return parts.board.say(said::no_bone);
  if (selection.bones().size() == 1) return parts.board.say(said::selected, {name});
  parts.board.say(said::selected_many, {std::to_string(selection.bones().size()), name});
}

/// The bones that are selected; says so if there are none.
const std::vector<std::int32_t>* selected(const Parts& parts) {
  const std::vector<std::int32_t>& bones = parts.picker.selection().bones();
  if (!bones.empty()) return &bones;
  parts.board.say(said::needs_bone);
  return nullptr;
}

std::vector<std::int32_t> known(const std::vector<std::int32_t>& bones, const Model& model) {
  std::vector<std::int32_t> out;
  for (const std::int32_t bone : bones)
    if (bone >= 0 && static_cast<std::size_t>(bone) < model.bone_count()) out.push_back(bone);
  return out;
}

}  // namespace

void select_bone(const Parts& parts, std::int32_t bone) {
  select_bones(parts, bone == none ? std::vector<std::int32_t>() : std::vector<std::int32_t>{bone});
}

void select_bones(const Parts& parts, const std::vector<std::int32_t>& bones) {
  parts.picker.select(known(bones, *parts.stage.model()));
  show_selection(parts);
}

void select_matching(const Parts& parts, const std::string& pattern) {
  const auto bones = edit::bones_matching(*parts.stage.model(), pattern);
  if (bones.empty()) return parts.board.say(said::no_bone_like, {pattern});
  select_bones(parts, bones);
}

void select_all(const Parts& parts) {
  const std::vector<Bone>& bones = parts.stage.model()->skeleton.bones;
  std::vector<std::int32_t> all;
  for (std::size_t i = 0; i < bones.size(); ++i)
    if (bones[i].visible && is_operable(bones[i])) all.push_back(static_cast<std::int32_t>(i));
  select_bones(parts, all);
}

void reset_selected(const Parts& parts) {
  if (const auto* bones = selected(parts)) edit_pose(parts, edit::Reset{{false, *bones, {}}});
}

void reset_pose(const Parts& parts) {
  edit_pose(parts, edit::Reset{edit::whole_pose()});
}

void mirror_pose(const Parts& parts) {
  edit_pose(parts, edit::Mirror{edit::whole_pose()});
}

void mirror_selected(const Parts& parts) {
  if (const auto* bones = selected(parts)) edit_pose(parts, edit::Mirror{{false, *bones, {}}});
}

void next_gizmo_axes(const Parts& parts) {
  constexpr Words names[] = {said::own_axes, said::parents_axes, said::worlds_axes};
  edit::GizmoAxes& axes = parts.panels.tools().axes;
  const auto next = (static_cast<std::size_t>(axes) + 1) % static_cast<std::size_t>(edit::GizmoAxes::count);
  axes = static_cast<edit::GizmoAxes>(next);
  parts.board.say(names[next]);
  parts.redraw.panels();
}

}  // namespace mmd::perform
