#include "app/unsaved.h"

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

Result<void> write_unsaved(const Parts& parts) {
  const Figure& figure = *parts.stage.figure();
  MMD_TRY(const auto text, pose_text({figure.model(), figure.editor().pose(), true}));
  return parts.autosave.write(text);
}

}  // namespace

void follow_unsaved(const Parts& parts) {
  const Figure* figure = parts.stage.figure();
  if (figure == nullptr) return;
  parts.autosave.follow(figure->editor().revision(), figure->editor().is_saved(), parts.setup.now());
}

void write_unsaved_if_due(const Parts& parts) {
  if (!parts.stage.figure() || !parts.autosave.is_due(parts.setup.now())) return;
  if (const auto done = write_unsaved(parts); !done) parts.board.report(done.error());
}

void keep_unsaved(const Parts& parts, bool says) {
  const Figure* figure = parts.stage.figure();
  if (figure == nullptr || figure->editor().is_saved() || !parts.autosave.keeps()) return;
  if (const auto done = write_unsaved(parts); !done) return parts.board.refuse(done.error());
  if (says) parts.board.add(note("the pose that was not saved is kept for when its model is opened again"));
}

void begin_keeping_unsaved(const Parts& parts) {
  parts.autosave.begin(parts.stage.document()->model_file);
  const std::size_t found = parts.autosave.found().size();
  if (found == 0) return;
  parts.board.add(note(counted(found, "pose") + " of this model " + (found == 1 ? "was" : "were") +
                       " not saved when a window closed"));
}

}  // namespace mmd
