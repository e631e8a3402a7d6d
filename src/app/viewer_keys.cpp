// What keys do.
#include <cmath>
#include <ctime>
#include <system_error>

#include <fmt/format.h>

#include "app/last_folder.h"
#include "app/pose_folder.h"
#include "app/screenshot.h"
#include "app/viewer.h"
#include "assets/archive_path.h"
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
  options_.view = view;
  options_.camera.reset();
  frame_camera();
  say(fmt::format("View: {}", name_of(view)));
}

void Viewer::toggle_face_and_bust() {
  set_view(options_.view == View::face && !options_.camera ? View::bust : View::face);
}

void Viewer::reset_camera() {
  options_.view = start_.view;
  options_.camera = start_.camera;
  options_.view_given = start_.view_given;
  frame_camera();
  say("Camera as at the start");
}

void Viewer::step_pose(int step) {
  if (!session_) return say("No model yet: drop one here");
  // Without a pose, those beside the model are worth a look, then those that were seen last.
  const std::string& place = pose_place_.empty() ? session_->inputs.model : pose_place_;
  auto current = path_from_utf8(place);
  auto poses = poses_in(folder_on_disk(place));
  if (poses.empty() && pose_place_.empty()) {
    if (const auto last = read_last_folder(setup_.last_folder_file)) {
      current = *last / "";
      poses = poses_in(*last);
    }
  }
  if (poses.empty())
    return say("No poses (.vpd) in the folder of the " + std::string(pose_place_.empty() ? "model" : "pose"));
  const std::size_t index = pose_after(poses, current, step);
  pose_place_ = to_utf8(poses[index]);
  load({pose_place_}, Origin::step);
}

void Viewer::toggle_rest_pose() {
  if (!session_) return say("No model yet: drop one here");
  rest_pose_ = !rest_pose_;
  apply_options();
  update_title();
  say(rest_pose_ ? "Rest pose" : "Pose");
}

void Viewer::toggle(bool Options::*option, const char* name) {
  options_.*option = !(options_.*option);
  apply_options();
  say(fmt::format("{}: {}", name, options_.*option ? "on" : "off"));
}

void Viewer::toggle_append() {
  toggle(&Options::append, "Append (付与)");
}

void Viewer::toggle_ik() {
  toggle(&Options::ik, "Inverse kinematics");
}

void Viewer::toggle_edges() {
  toggle(&Options::edge, "Edges");
}

void Viewer::toggle_bones() {
  toggle(&Options::skeleton, "Bones");
}

void Viewer::toggle_help() {
  help_shown_ = !help_shown_;
  panels_changed();
}

void Viewer::save_picture() {
  if (!session_) return say("Nothing to save yet: drop a model here");
  const auto image = picture();
  if (!image) return refuse(image.error());
  const std::time_t now = std::time(nullptr);
  const std::tm local = *std::localtime(&now);
  std::string pose;
  if (!rest_pose_ && has_motion()) {
    pose = fmt::format("{}_{:.0f}", stem_of(session_->inputs.motions.front()), std::floor(playback_.frame()));
  } else if (!rest_pose_ && !session_->inputs.poses.empty()) {
    pose = stem_of(session_->inputs.poses.back());
  }
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (error)
    return refuse(make_error("the current folder is gone: " + error.message(), "start from another folder"));
  const std::string stem = picture_stem(stem_of(session_->inputs.model), pose, local);
  const auto saved = mmd::save_picture(*image, folder, stem);
  if (!saved) return refuse(saved.error());
  say("Saved " + to_utf8(*saved));
}

void Viewer::escape() {
  if (help_shown_) return toggle_help();
  if (cancel_loading()) return;
  if (scene_panel_ || morph_panel_) {
    scene_panel_ = morph_panel_ = false;
    return panels_changed();
  }
  if (compare_.mode != CompareMode::off) return set_compare_mode(CompareMode::off);
  quit();
}

}  // namespace mmd
