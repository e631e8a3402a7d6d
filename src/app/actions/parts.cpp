#include "app/actions/parts.h"

#include <utility>

#include "app/actions/handlers.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"

namespace mmd {

namespace {

/// Moves the camera with the active bone. One that was not followed before comes to the middle.
void follow_bone(const Parts& parts) {
  FollowedBone& followed = parts.opened.followed_bone;
  const std::int32_t bone = parts.opened.picker.selection().active();
  if (!followed.on || bone == none || parts.stage.follows_motion_camera()) {
    followed.bone = none;
    return;
  }
  const vec3 joint = translation_of(parts.stage.actor()->bone_in_scene(bone));
  Camera camera = parts.stage.scene().camera;
  const bool same = std::exchange(followed.bone, bone) == bone;
  const vec3 shift = joint - (same ? followed.at : camera.target);
  if (shift != vec3(0.0f) && is_finite(shift)) {
    camera.eye += shift;
    camera.target += shift;
    parts.stage.move_camera(camera);
  }
  followed.at = joint;
}

}  // namespace

OpenedScene::OpenedScene(const Options& start, const ViewerSetup& setup, const std::function<void()>& wake,
                         LoadQueue::Prepare prepare)
    : panes(start.compare),
      queue(setup.load, wake, std::move(prepare)),
      penetration(wake),
      vrm_preview(wake),
      sound(start.sound, wake),
      backup(setup.state_folder) {}

FileAccess::FileAccess(const ViewerSetup& setup, const std::function<void()>& wake)
    : library(setup.library),
      chooser(wake),
      dialog(wake),
      browser(setup.thumbnails, library, wake),
      recents(setup.thumbnails, library, wake),
      hot_reload(wake),
      inspection(wake) {}

void refresh(const Parts& parts, Dirty level, Pace pace) {
  Stage& stage = parts.stage;
  stage.changed(level, pace);
  if (stage.actor() == nullptr) return;
  const auto& offer = parts.opened.fit_offer;
  if (offer && stage.history().last_edit_of(stage.figure()->number).number != offer->step)
    handlers::end_fit_offer(parts.opened);
  const Dirty was = stage.refresh();
  follow_bone(parts);
  const std::int32_t bone = parts.opened.picker.selected(stage.arrangement().highlight, *stage.model());
  if (bone != none) stage.scene().settings.highlight = bone;
  stage.scene().selected_bones =
      bone != none ? parts.opened.picker.selection().bones() : std::vector<std::int32_t>();
  if (auto updated = parts.opened.panes.update(stage, was, parts.board); !updated)
    parts.board.refuse(updated.error());
  parts.opened.onion_skins.update(stage, was, parts.opened.panes.mode() != CompareMode::off);
  for (const Diagnostic& warning : stage.take_warnings()) {
    parts.board.report({warning});
    parts.board.add(warning);
  }
  parts.opened.penetration.update(stage);
  parts.redraw.picture();
}

void settle_bodies(const Parts& parts) {
  if (parts.stage.bodies_wait()) refresh(parts, Dirty::pose);
}

void frame_camera(const Parts& parts) {
  const Tile picture = parts.screen.panes().front().placement.picture;
  if (!parts.stage.document() || picture.width < 1 || picture.height < 1) return;
  // Bodies that still fly are no part of the figure.
  if (!parts.stage.playback().playing() && parts.stage.physics() != nullptr) settle_bodies(parts);
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  parts.stage.frame_camera(aspect, parts.opened.panes.other());
  parts.redraw.picture();
}

std::string shown_pose_name(const Stage& stage) {
  if (!stage.document() || stage.rest_pose()) return {};
  std::string out = stage.figure()->origin->name;
  if (stage.shows() == Shows::pose) return out;
  const std::string motions = names_of_motions(*stage.document());
  return out + (out.empty() || motions.empty() ? "" : " + ") + motions;
}

StateNames compared_names(const Parts& parts) {
  if (const StateNames* given = parts.opened.panes.given_names()) return *given;
  return state_names(parts.opened.panes.compared(), parts.stage.arrangement().evaluation,
                     parts.stage.simulates(), shown_pose_name(parts.stage), parts.panels.language);
}

namespace handlers {

void say_on_or_off(MessageBoard& board, const LocalizedText& name, bool on) {
  board.say(on ? ui_messages::on : ui_messages::off, {board.text_of(name)});
}

void toggle_switch(const Parts& parts, bool& value, const LocalizedText& name, Dirty level) {
  value = !value;
  refresh(parts, level);
  say_on_or_off(parts.board, name, value);
}

void chosen_by_hand(const Parts& parts, Dirty level, Pace pace) {
  parts.screen.note_movement();
  refresh(parts, level, pace);
}

}  // namespace handlers
}  // namespace mmd
