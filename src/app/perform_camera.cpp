#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "app/perform.h"
#include "app/said.h"
#include "app/view_words.h"

namespace mmd::perform {
namespace {

std::string_view name_of(View view, Language language) {
  for (const ViewWords& row : view_words)
    if (row.view == view) return row.name.in(language);
  return {};
}

}  // namespace

void set_view(const Parts& parts, View view) {
  parts.stage.choose_view(view);
  frame_camera(parts);
  parts.board.say(said::view, {std::string(name_of(view, parts.board.language()))});
}

void toggle_face_and_bust(const Parts& parts) {
  const CameraChoice& camera = parts.stage.choices().camera;
  set_view(parts, camera.view == View::face && !camera.eye_and_target ? View::bust : View::face);
}

void start_camera(const Parts& parts) {
  parts.stage.choose_start_view();
  frame_camera(parts);
  parts.board.say(said::start_camera);
}

void toggle_motion_camera(const Parts& parts) {
  Stage& stage = parts.stage;
  const bool follow = !stage.follows_motion_camera();
  if (follow) {
    stage.follow_motion_camera();
  } else {
    stage.leave_motion_camera();
  }
  say_on_or_off(parts, said::motion_camera, follow);
  frame_camera(parts);
}

void set_camera(const Parts& parts, const MmdCamera& camera) {
  parts.stage.set_camera(camera);
  parts.screen.note_movement();
  parts.redraw.picture();
  parts.redraw.panels();
}

void move_camera(const Parts& parts, const Camera& camera) {
  parts.stage.move_camera(camera);
  parts.screen.note_movement();
  parts.redraw.picture();
}

void keep_camera(const Parts& parts) {
  static_cast<void>(parts.library.read());
  keep_camera_as(parts, parts.library.free_camera_name());
}

void keep_camera_as(const Parts& parts, const std::string& name) {
  if (name.empty()) return keep_camera(parts);
  const auto kept = parts.library.keep_camera(name, mmd_camera_from(parts.stage.scene().camera));
  if (!kept) return parts.board.refuse(kept.error());
  parts.panels.tools().camera_name.clear();
  parts.board.say(said::camera_kept, {name});
}

void go_to_camera(const Parts& parts, const std::string& name) {
  const CameraBookmark* kept = parts.library.find_camera(name);
  if (kept == nullptr) return parts.board.say(said::no_such_camera, {name});
  parts.panels.tools().last_camera = name;
  set_camera(parts, kept->camera);
  parts.board.say(said::camera, {name});
}

void forget_camera(const Parts& parts, const std::string& name) {
  const auto done = parts.library.forget_camera(name);
  if (!done) return parts.board.refuse(done.error());
  parts.board.say(said::camera_forgotten, {name});
}

void next_camera(const Parts& parts) {
  const auto& list = parts.library.cameras();
  if (list.empty()) return parts.board.say(said::no_camera);
  const auto last = std::find_if(list.begin(), list.end(), [&](const CameraBookmark& b) {
    return b.name == parts.panels.tools().last_camera;
  });
  const bool goes_on = last != list.end() && std::next(last) != list.end();
  go_to_camera(parts, goes_on ? std::next(last)->name : std::string(list.front().name));
}

}  // namespace mmd::perform
