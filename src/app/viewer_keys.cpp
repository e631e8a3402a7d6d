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
  stage_.choose_view(view);
  frame_camera();
  say(fmt::format("View: {}", name_of(view)));
}

void Viewer::toggle_face_and_bust() {
  const CameraChoice& camera = stage_.choices().camera;
  set_view(camera.view == View::face && !camera.eye_and_target ? View::bust : View::face);
}

void Viewer::reset_camera() {
  stage_.choose_start_view();
  frame_camera();
  say("Camera as at the start");
}

void Viewer::step_pose(int step) {
  if (!pose_steps_.go(document()->model_file, step))
    return say(fmt::format("No poses (.vpd) in the folder of the {}: drop one here",
                           pose_steps_.pose().empty() ? "model" : "pose"));
  load({pose_steps_.pose()}, Origin::step);
}

void Viewer::toggle_rest_pose() {
  stage_.set_rest_pose(!stage_.rest_pose());
  changed(Dirty::pose);
  update_title();
  say(stage_.rest_pose() ? "Rest pose" : "Pose");
}

void Viewer::toggle(bool& option, const char* name, Dirty level) {
  option = !option;
  changed(level);
  say(fmt::format("{}: {}", name, option ? "on" : "off"));
}

void Viewer::toggle_append() {
  toggle(stage_.choices().evaluation.append, "Append (付与)", Dirty::pose);
}

void Viewer::toggle_ik() {
  toggle(stage_.choices().evaluation.ik, "Inverse kinematics", Dirty::pose);
}

void Viewer::toggle_edges() {
  toggle(stage_.choices().look.edge, "Edges", Dirty::look);
}

void Viewer::toggle_bones() {
  RenderSettings& look = stage_.choices().look;
  show_next_bones(look, stage_.model());
  changed(Dirty::look);
  say(bones_shown(look, stage_.model()));
}

void Viewer::toggle_help() {
  help_shown_ = !help_shown_;
  key_hint_.stop();
  panels_changed();
}

void Viewer::save_picture() {
  const auto image = picture();
  if (!image) return board_.refuse(image.error());
  const std::time_t now = std::time(nullptr);
  const std::tm local = *std::localtime(&now);
  std::string pose;
  if (!stage_.rest_pose() && stage_.has_motion()) {
    pose =
        fmt::format("{}_{:.0f}", stem_of(document()->motions.front().file), std::floor(playback().frame()));
  } else if (!stage_.rest_pose() && !document()->poses.empty()) {
    pose = stem_of(document()->poses.back().file);
  }
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (error)
    return board_.refuse(
        make_error("the current folder is gone: " + error.message(), "start from another folder"));
  const std::string stem = picture_stem(stem_of(document()->model_file), pose, local);
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
  if (panes_.mode() != CompareMode::off) return set_compare_mode(CompareMode::off);
  quit();
}

}  // namespace mmd
