// What is loaded when: files in the order in which they come, and textures beside them.
#include <utility>

#include "app/viewer.h"
#include "assets/file_set.h"

namespace mmd {

void Viewer::on_drop(const SDL_DropEvent& event) {
  if (event.type == SDL_DROPTEXT) return say("That was text: drop a file (.pmx, .pmd, an archive, .vpd or .vmd)");
  if (auto files = drops_.take(event)) load(std::move(*files));
}

void Viewer::load(std::vector<std::string> files, Origin origin) {
  queue_.load(std::move(files), origin);
  panels_changed();
}

/// What files are loaded on top of.
void Viewer::prepare(LoadRequest& request) const {
  request.attachments = start_.attachments;
  request.current = stage_.document();
  if (!request.current) return;
  for (const PoseLayer& pose : request.current->poses)
    if (is_sample(pose.file)) request.forgotten.push_back(pose.file);
}

void Viewer::poll_loaders() {
  panels_changed();
  poll_files();
  poll_textures();
}

void Viewer::poll_files() {
  auto outcome = queue_.take_files();
  if (!outcome) return;
  if (outcome->result) {
    show(std::move(*outcome->result));
  } else if (outcome->cancelled) {
    board_.forget_carried();
    say("Loading was cancelled");
  } else if (outcome->at_start) {
    start_error_ = outcome->result.error();
    return quit();
  } else {
    board_.refuse(outcome->result.error());
  }
  if (!queue_.has_waiting()) return;
  board_.carry_faults();
  queue_.load_next();
}

void Viewer::poll_textures() {
  auto outcome = queue_.take_textures(stage_.document());
  if (!outcome) return;
  if (outcome->result) {
    show_textures(std::move(*outcome->result));
  } else if (outcome->cancelled) {
    say("Loading was cancelled: the model is shown without textures");
  } else {
    board_.refuse(outcome->result.error());
  }
}

void Viewer::show_textures(Loaded&& loaded) {
  const Diagnostics diagnostics = loaded.document.diagnostics;
  stage_.show_textures(std::move(loaded));
  changed(Dirty::look);  // both states of a comparison get them
  board_.report(diagnostics);
  if (diagnostics.empty()) return;
  const std::string name = to_utf8(path_from_utf8(document()->model_file).filename());
  board_.say(messages_for(Message{Severity::note, name}, diagnostics));
}

}  // namespace mmd
