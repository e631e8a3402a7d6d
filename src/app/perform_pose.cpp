// Which pose is shown, and what of it is evaluated.
#include <fmt/format.h>

#include "app/arrivals.h"
#include "app/perform.h"
#include "app/said.h"
#include "app/shown_names.h"

namespace mmd::perform {

void step_pose(const Parts& parts, int step) {
  if (move_on_shelf(parts, step, 0)) return;
  PoseSteps& steps = parts.pose_steps;
  if (!steps.go(parts.stage.document()->model_file, step))
    return parts.board.say(steps.pose().empty() ? said::no_poses_by_model : said::no_poses_by_pose);
  load(parts, {steps.pose()}, LoadQueue::Origin::step);
}

void toggle_rest_pose(const Parts& parts) {
  parts.stage.show(parts.stage.rest_pose() ? parts.stage.figure()->before_rest() : Shows::rest);
  refresh(parts, Dirty::pose);
  parts.board.say(parts.stage.rest_pose() ? said::rest_pose : said::pose);
}

void toggle_append(const Parts& parts) {
  bool& append = parts.stage.choices().evaluation.append;
  append = !append;
  say_switched(parts, said::append, append, Dirty::pose);
}

void toggle_ik(const Parts& parts) {
  bool& ik = parts.stage.choices().evaluation.ik;
  ik = !ik;
  say_switched(parts, said::ik, ik, Dirty::pose);
}

void set_evaluation(const Parts& parts, const EvaluationChoice& evaluation) {
  parts.stage.choices().evaluation = evaluation;
  chosen_by_hand(parts, Dirty::pose);
}

void set_morph(const Parts& parts, const MorphWeight& morph) {
  edit_pose(parts, edit::SetMorph{morph.morph, morph.weight});
}

void reset_morphs(const Parts& parts) {
  const Figure& figure = *parts.stage.figure();
  edit::TakeParts taken{figure.opened(), {}, file_name(figure.pose_file())};
  for (std::size_t i = 0; i < figure.model().morphs.size(); ++i)
    taken.parts.morphs.push_back(static_cast<std::int32_t>(i));
  edit_pose(parts, std::move(taken));
}

}  // namespace mmd::perform
