// Changing the pose, and taking changes back.
#include <algorithm>

#include <fmt/format.h>

#include "app/arrivals.h"
#include "app/history_panel.h"
#include "app/perform.h"
#include "app/said.h"
#include "base/words.h"

namespace mmd::perform {
namespace {

/// The figure became another.
void show_edited(const Parts& parts) {
  parts.panes.set_morphs(parts.stage.morphs());
  chosen_by_hand(parts, Dirty::nothing);
}

/// What of a pose found no place.
std::string lacking_text(const UnmatchedNames& lacking) {
  std::string out;
  const auto add = [&out](std::size_t count, std::string_view what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, what);
  };
  add(lacking.bone_count(), "bone");
  add(lacking.morph_count(), "morph");
  return out;
}

}  // namespace

void edit_pose(const Parts& parts, const edit::Command& command) {
  const auto change = parts.stage.edit(command);
  if (!change) return parts.board.refuse(change.error());
  show_edited(parts);
  const std::string lacking = lacking_text(change->lacking);
  if (!lacking.empty()) parts.board.say(said::not_in_model, {lacking});
}

void undo(const Parts& parts) {
  const Figures& figures = parts.stage.figures();
  if (!figures.can_undo() || parts.stage.figure()->editor().in_gesture())
    return parts.board.say(said::nothing_to_undo);
  const std::string step = step_text(figures, figures.position() - 1, parts.board.language());
  parts.stage.undo();
  follow_figures(parts);
  show_edited(parts);
  parts.board.say(said::undone, {step});
}

void redo(const Parts& parts) {
  const Figures& figures = parts.stage.figures();
  if (!figures.can_redo() || parts.stage.figure()->editor().in_gesture())
    return parts.board.say(said::nothing_to_redo);
  const std::string step = step_text(figures, figures.position(), parts.board.language());
  parts.stage.redo();
  follow_figures(parts);
  show_edited(parts);
  parts.board.say(said::redone, {step});
}

void go_to_step(const Parts& parts, std::int32_t step) {
  const auto done = parts.stage.go_to_step(static_cast<std::size_t>(std::max(step, 0)));
  if (!done) return parts.board.refuse(done.error());
  follow_figures(parts);
  show_edited(parts);
}

void toggle_motion(const Parts& parts) {
  const bool shown = parts.stage.shows() != Shows::motion;
  if (!shown) parts.stage.playback().pause();
  parts.stage.show(shown ? Shows::motion : Shows::pose);
  show_edited(parts);
  parts.board.say(shown ? said::motion_over_pose : said::pose_alone);
}

void begin_gesture(const Parts& parts) {
  parts.stage.begin_gesture();
}

void end_gesture(const Parts& parts) {
  if (const auto done = parts.stage.end_gesture(); !done) parts.board.refuse(done.error());
  show_edited(parts);
}

void cancel_gesture(const Parts& parts) {
  parts.stage.cancel_gesture();
  show_edited(parts);
}

}  // namespace mmd::perform
