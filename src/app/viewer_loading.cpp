// What is loaded when: files in the order in which they come, and textures beside them.
#include <algorithm>
#include <utility>

#include "app/viewer.h"
#include "assets/file_set.h"

namespace mmd {

void Viewer::on_drop(const SDL_DropEvent& event) {
  switch (event.type) {
    case SDL_DROPBEGIN:
      dropping_.emplace();
      return;
    case SDL_DROPFILE:
      if (event.file == nullptr) return;
      if (!dropping_) return load({event.file});
      dropping_->emplace_back(event.file);
      return;
    case SDL_DROPTEXT:
      return say("That was text: drop a file (.pmx, .pmd, .zip, .vpd or .vmd)");
    default:
      if (dropping_ && !dropping_->empty()) load(std::move(*dropping_));
      dropping_.reset();
      return;
  }
}

/// Files that come while others are loaded wait; only of the steps through a folder the last one counts.
void Viewer::load(std::vector<std::string> files, Origin origin) {
  if (loader_.busy()) {
    const bool steps_on =
        origin == Origin::step && !waiting_.empty() && waiting_.back().origin == Origin::step;
    if (steps_on) waiting_.pop_back();
    waiting_.push_back({std::move(files), origin});
    return;
  }
  LoadRequest request;
  request.files = std::move(files);
  request.attachments = options_.attachments;
  request.pick_usable = !starting_;
  request.current = document_;
  if (document_) {
    for (const PoseLayer& pose : document_->poses)
      if (is_sample(pose.file)) request.forgotten.push_back(pose.file);
  }
  loader_.start(std::move(request));
  panels_changed();
}

void Viewer::poll_loaders() {
  panels_changed();
  poll_files();
  poll_textures();
}

void Viewer::poll_files() {
  auto outcome = loader_.take();
  if (!outcome) return;
  const bool first = std::exchange(starting_, false);
  if (outcome->result) {
    show(std::move(*outcome->result));
  } else if (outcome->cancelled) {
    carried_.clear();
    say("Loading was cancelled");
  } else {
    if (first) {
      start_error_ = outcome->result.error();
      return quit();
    }
    refuse(outcome->result.error());
  }
  if (waiting_.empty()) return;
  const bool went_wrong = std::any_of(messages_.begin(), messages_.end(),
                                      [](const Message& m) { return m.severity != Severity::note; });
  if (went_wrong) carried_ = messages_;
  Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  load(std::move(next.files), next.origin);
}

void Viewer::refuse(const Diagnostic& error) {
  setup_.report(error);
  say_with_carried(messages_for(error));
}

/// Of files that came together everything that went wrong stays in sight.
void Viewer::say_with_carried(Messages messages) {
  Messages all = std::exchange(carried_, {});
  for (Message& message : messages) all.push_back(std::move(message));
  say(std::move(all));
}

/// Whether the new model still lacks its textures: those of the one before are wanted no longer.
void Viewer::want_textures(bool missing) {
  textures_wanted_ = missing;
  if (texture_loader_.busy()) return texture_loader_.cancel();
  if (missing) load_textures();
}

/// The model can be seen and posed meanwhile.
void Viewer::load_textures() {
  textures_wanted_ = false;
  textures_of_ = document_->loaded.model;
  LoadRequest request;
  request.textures_only = true;
  request.current = document_;
  texture_loader_.start(std::move(request));
}

void Viewer::poll_textures() {
  auto outcome = texture_loader_.take();
  if (!outcome) return;
  const bool of_this_model = std::exchange(textures_of_, nullptr) == document_->loaded.model;
  if (!of_this_model) {
    if (textures_wanted_) load_textures();
  } else if (outcome->result) {
    show_textures(std::move(*outcome->result));
  } else if (outcome->cancelled) {
    say("Loading was cancelled: the model is shown without textures");
  } else {
    refuse(outcome->result.error());
  }
}

void Viewer::show_textures(Loaded&& loaded) {
  auto document = std::make_shared<Document>(*document_);
  document->loaded = std::move(loaded.document.loaded);
  const LoadedModel& whole = document->loaded;
  for (const auto& shown : scene_.actors)  // it may be attached to itself
    if (shown->shared_model() == whole.model) shown->set_textures(whole.textures);
  for (AttachedModel& attached : document->attached)
    if (attached.loaded.model == whole.model) attached.loaded.textures = whole.textures;
  document_ = std::move(document);
  update_compare();  // both states get them
  for (const Diagnostic& d : loaded.document.diagnostics) setup_.report(d);
  if (!loaded.document.diagnostics.empty())
    say(messages_for(Message{Severity::note, to_utf8(path_from_utf8(document_->model_file).filename())},
                     loaded.document.diagnostics));
  scene_changed();
}

/// Files before textures; false if nothing is being loaded.
bool Viewer::cancel_loading() {
  if (loader_.busy()) {
    waiting_.clear();
    loader_.cancel();
    return true;
  }
  textures_wanted_ = false;
  if (texture_loader_.busy()) texture_loader_.cancel();
  return texture_loader_.busy();
}

}  // namespace mmd
