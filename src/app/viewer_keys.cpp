// What keys do.
#include <cmath>
#include <ctime>
#include <system_error>

#include <fmt/format.h>

#include "app/bones_shown.h"
#include "app/screenshot.h"
#include "app/viewer.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

std::string_view name_of(View view) {
  for (const ViewName& row : view_names()) {
    if (row.view == view) return row.name;
  }
  return {};
}

std::string stem_of(const std::string& path) {
  return to_utf8(path_from_utf8(path).stem());
}

}  // namespace

void Viewer::set_view(View view) {
  leave_motion_camera();
  options_.camera.view = chosen_view_ = view;
  options_.camera.eye_and_target.reset();
  frame_camera();
  say(fmt::format("View: {}", name_of(view)));
}

void Viewer::toggle_face_and_bust() {
  set_view(options_.camera.view == View::face && !options_.camera.eye_and_target ? View::bust : View::face);
}

void Viewer::reset_camera() {
  options_.camera.view = start_.camera.view;
  options_.camera.eye_and_target = start_.camera.eye_and_target;
  chosen_view_ = start_.camera.view.value_or(View::fit);
  frame_camera();
  say("Camera as at the start");
}

void Viewer::step_pose(int step) {
  if (!document_) return say("No model yet: drop one here");
  if (!pose_steps_.go(document_->model_file, step))
    return say(fmt::format("No poses (.vpd) in the folder of the {}: drop one here",
                           pose_steps_.pose().empty() ? "model" : "pose"));
  load({pose_steps_.pose()}, Origin::step);
}

void Viewer::toggle_rest_pose() {
  if (!document_) return say("No model yet: drop one here");
  rest_pose_ = !rest_pose_;
  apply_options();
  update_title();
  say(rest_pose_ ? "Rest pose" : "Pose");
}

void Viewer::toggle(bool& option, const char* name) {
  option = !option;
  apply_options();
  say(fmt::format("{}: {}", name, option ? "on" : "off"));
}

void Viewer::toggle_append() {
  toggle(options_.evaluation.append, "Append (付与)");
}

void Viewer::toggle_ik() {
  toggle(options_.evaluation.ik, "Inverse kinematics");
}

void Viewer::toggle_edges() {
  toggle(options_.look.edge, "Edges");
}

void Viewer::toggle_bones() {
  const Model* model = document_ ? document_->loaded.model.get() : nullptr;
  show_next_bones(options_, model);
  apply_options();
  say(bones_shown(options_, model));
}

void Viewer::toggle_help() {
  help_shown_ = !help_shown_;
  key_hint_.stop();
  panels_changed();
}

void Viewer::save_picture() {
  if (!document_) return say("Nothing to save yet: drop a model here");
  const auto image = picture();
  if (!image) return board_.refuse(image.error());
  const std::time_t now = std::time(nullptr);
  const std::tm local = *std::localtime(&now);
  std::string pose;
  if (!rest_pose_ && has_motion()) {
    pose = fmt::format("{}_{:.0f}", stem_of(document_->motions.front().file), std::floor(playback_.frame()));
  } else if (!rest_pose_ && !document_->poses.empty()) {
    pose = stem_of(document_->poses.back().file);
  }
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (error)
    return board_.refuse(
        make_error("the current folder is gone: " + error.message(), "start from another folder"));
  const std::string stem = picture_stem(stem_of(document_->model_file), pose, local);
  const auto saved = mmd::save_picture(*image, folder, stem);
  if (!saved) return board_.refuse(saved.error());
  say("Saved " + to_utf8(*saved));
}

void Viewer::escape() {
  if (help_shown_) return toggle_help();
  if (queue_.cancel()) return;
  if (scene_panel_ || morph_panel_) {
    scene_panel_ = morph_panel_ = false;
    return panels_changed();
  }
  if (compare_.mode != CompareMode::off) return set_compare_mode(CompareMode::off);
  quit();
}

}  // namespace mmd
