// What is loaded when: files in the order in which they come, and textures beside them.
#include <algorithm>
#include <utility>

#include "app/shown_names.h"
#include "app/viewer.h"
#include "assets/file_set.h"
#include "commands/advice.h"
#include "document/look.h"

namespace mmd {
namespace {

/// How long a window that was opened with files says which key tells the others.
constexpr double key_hint_seconds = 8.0;

}  // namespace

void Viewer::on_drop(const SDL_DropEvent& event) {
  if (event.type == SDL_DROPTEXT)
    return say("That was text: drop a file (.pmx, .pmd, an archive, .vpd or .vmd)");
  if (auto files = drops_.take(event)) perform({ActionId::open_files, std::move(*files)});
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

void Viewer::show(Loaded&& loaded) {
  board_.report(loaded.document.diagnostics);
  board_.say_with_carried(news_of(loaded));
  const bool first_model = document() == nullptr, new_model = loaded.new_model;
  const bool textures_missing = loaded.textures_missing;
  if (first_model && !start_.files.empty()) key_hint_.start(setup_.now(), key_hint_seconds);
  stage_.show(std::move(loaded));
  if (new_model && !is_sample(document()->model_file) && is_sample(pose_steps_.pose()))
    pose_steps_.forget();  // nobody opened it
  if (!document()->poses.empty()) pose_steps_.open(document()->poses.back().file);
  if (scene_panel_) list_poses_to_compare();
  if (new_model) {
    panes_.forget();
    picker_.forget();
  }
  if (auto ready = find_named(first_model); !ready) {
    start_error_ = ready.error();
    return quit();
  }
  changed(Dirty::nothing);
  if (new_model || stage_.camera_is_fitted() || stage_.follows_motion_camera()) frame_camera();
  for (const Diagnostic& warning : framing_warnings(scene())) board_.add(warning);
  update_title();
  if (new_model) queue_.want_textures(stage_.document(), textures_missing);
}

Messages Viewer::news_of(const Loaded& loaded) const {
  const Document& document = loaded.document;
  std::string what = file_name(document.model_file);
  if (const std::string poses = pose_names(document); !poses.empty())
    what = poses + (loaded.new_model ? " on " + what : "");
  if (!document.poses.empty()) {
    if (const std::string number = pose_steps_.number_of(document.poses.back().file); !number.empty())
      what += ", " + number;
  }
  Messages out = messages_for(Message{Severity::note, what}, document.diagnostics);
  const auto add = [&out](const char* text) { out.push_back({Severity::note, text}); };
  if (const auto missing = weights_warning(stage_.choices().look, stage_.choices().highlight);
      missing && !this->document()) {
    for (Message& message : messages_for(*missing)) out.push_back(std::move(message));
  }
  if (loaded.new_motions) add("Space plays the motion");
  if (stage_.has_motion() && document.motions.empty()) add("The motion has ended");
  if (!this->document() && is_sample(document.model_file)) {
    add("This is the sample. Drop a model of your own here: a .pmx or .pmd file, or an archive that holds "
        "one;");
    add("then a pose (.vpd) or a motion (.vmd). Or start with them:  mmdview MODEL POSE");
    add("Right and Left show more poses, H shows the keys");
  }
  return out;
}

/// What the options name is there; what comes later is shown without it.
Result<void> Viewer::find_named(bool first_model) {
  if (auto named = stage_.find_named(); !named) return named;
  panes_.set_morphs(stage_.morphs());
  if (!first_model || panes_.compared().empty()) return {};
  panes_.set_mode(CompareMode::side_by_side);
  return panes_.load(stage_, board_);
}

bool Viewer::is_sample(const std::string& file) const {
  const auto folder = path_from_utf8(file).parent_path();
  return std::any_of(setup_.sample.begin(), setup_.sample.end(), [&](const std::string& sample) {
    return path_from_utf8(sample).parent_path() == folder;
  });
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
