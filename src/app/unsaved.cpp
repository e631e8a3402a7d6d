#include "app/unsaved.h"

#include <optional>

#include "app/pose_file.h"
#include "base/errors.h"
#include "base/words.h"

namespace mmd {
namespace {

Diagnostic note(std::string what) {
  Diagnostic out = make_warning(std::move(what), "Edit > Restore the unsaved pose");
  out.severity = Severity::note;
  return out;
}

/// Not one that is only tried.
const Pose& pose_to_keep(const Parts& parts, const Figure& figure) {
  const bool tries = &figure == parts.stage.figure() && !parts.panels.tools().previewed.empty();
  return tries ? figure.editor().pose_before_gesture() : figure.editor().pose();
}

Result<void> write_unsaved(const Parts& parts, const Figure& figure) {
  MMD_TRY(const auto text, pose_text({figure.model(), pose_to_keep(parts, figure), true}));
  return parts.autosaves.of(figure.number()).write(text);
}

/// Whether a step is done; nullopt: it can be neither done nor undone any longer.
std::optional<bool> is_done(std::uint64_t step, const edit::History& history) {
  for (std::size_t i = 0; i < history.size(); ++i)
    if (history[i].info.number == step) return i < history.position();
  return std::nullopt;
}

/// What was restored is this window's own for as long as it is a part of the pose.
void follow_restored(Autosave& autosave, const edit::History& history) {
  const std::uint64_t step = autosave.adopted_by();
  if (step == 0) return;
  const auto done = is_done(step, history);
  if (done) return autosave.follow_step(*done);
  autosave.note_step(0);  // it stays as it is
}

}  // namespace

void follow_unsaved(const Parts& parts) {
  for (const auto& figure : parts.stage.figures().list()) {
    const edit::Editor& editor = figure->editor();
    Autosave& autosave = parts.autosaves.of(figure->number());
    follow_restored(autosave, editor.history());
    autosave.follow(editor.revision(), editor.is_saved(), parts.setup.now());
  }
}

void write_unsaved_if_due(const Parts& parts) {
  for (const auto& figure : parts.stage.figures().list()) {
    if (!parts.autosaves.of(figure->number()).is_due(parts.setup.now())) continue;
    if (const auto done = write_unsaved(parts, *figure); !done) parts.board.refuse(done.error());
  }
}

void keep_unsaved(const Parts& parts, const Figure& figure, bool says) {
  if (figure.editor().is_saved() || !parts.autosaves.of(figure.number()).keeps()) return;
  if (const auto done = write_unsaved(parts, figure); !done) return parts.board.refuse(done.error());
  if (says) parts.board.add(note("the pose that was not saved is kept for when its model is opened again"));
}

void begin_keeping_unsaved(const Parts& parts) {
  for (const auto& figure : parts.stage.figures().list()) {
    if (parts.autosaves.has(figure->number())) continue;
    Autosave& autosave = parts.autosaves.of(figure->number());
    autosave.begin(figure->document()->model_file);
    const std::size_t found = autosave.found().size();
    if (found == 0) continue;
    parts.board.add(note(counted(found, "pose") + " of this model " + (found == 1 ? "was" : "were") +
                         " not saved when a window closed"));
  }
}

}  // namespace mmd
