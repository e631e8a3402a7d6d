#include <fmt/format.h>

#include "app/perform.h"

namespace mmd::perform {
namespace {

std::string_view name_of(View view) {
  for (const ViewName& row : view_names()) {
    if (row.view == view) return row.name;
  }
  return {};
}

}  // namespace

void set_view(const Parts& parts, View view) {
  parts.stage.choose_view(view);
  frame_camera(parts);
  parts.board.say(fmt::format("View: {}", name_of(view)));
}

void toggle_face_and_bust(const Parts& parts) {
  const CameraChoice& camera = parts.stage.choices().camera;
  set_view(parts, camera.view == View::face && !camera.eye_and_target ? View::bust : View::face);
}

void start_camera(const Parts& parts) {
  parts.stage.choose_start_view();
  frame_camera(parts);
  parts.board.say("Camera as at the start");
}

void toggle_motion_camera(const Parts& parts) {
  Stage& stage = parts.stage;
  const bool follow = !stage.follows_motion_camera();
  if (follow) {
    stage.follow_motion_camera();
  } else {
    stage.leave_motion_camera();
  }
  parts.board.say(follow ? "Motion's camera: on" : "Motion's camera: off");
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

}  // namespace mmd::perform
