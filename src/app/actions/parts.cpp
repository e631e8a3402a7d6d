#include "app/actions/parts.h"

#include <utility>

#include "app/text/messages.h"

namespace mmd {

namespace {

/// Moves the camera with the active bone.
void follow_bone(const Parts& parts) {
  EditTools& tools = parts.panels.tools();
  const std::int32_t bone = parts.picker.selection().active();
  if (!tools.follows_bone || bone == none || parts.stage.follows_motion_camera()) {
    tools.followed = none;
    return;
  }
  const vec3 joint = translation_of(parts.stage.actor()->bone_in_scene(bone));
  const vec3 shift = joint - tools.followed_at;
  if (std::exchange(tools.followed, bone) == bone && shift != vec3(0.0f) && is_finite(shift)) {
    Camera camera = parts.stage.scene().camera;
    camera.eye += shift;
    camera.target += shift;
    parts.stage.move_camera(camera);
  }
  tools.followed_at = joint;
}

}  // namespace

void refresh(const Parts& parts, Dirty level, PhysicsUpdate pace) {
  Stage& stage = parts.stage;
  stage.changed(level, pace);
  if (stage.actor() == nullptr) return;
  const Dirty was = stage.refresh();
  follow_bone(parts);
  const std::int32_t bone = parts.picker.selected(stage.choices().highlight, *stage.model());
  if (bone != none) stage.scene().settings.highlight = bone;
  stage.scene().selected_bones =
      bone != none ? parts.picker.selection().bones() : std::vector<std::int32_t>();
  if (auto updated = parts.panes.update(stage, was, parts.board); !updated)
    parts.board.refuse(updated.error());
  parts.onion_skins.update(stage, was, parts.panes.mode() != CompareMode::off);
  for (const Diagnostic& warning : stage.take_warnings()) {
    parts.board.report({warning});
    parts.board.add(warning);
  }
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
  parts.panes.with_both(parts.stage.scene(), [&] { parts.stage.frame_camera(aspect); });
  parts.redraw.picture();
}

std::string shown_pose_name(const Stage& stage) {
  if (!stage.document() || stage.rest_pose()) return {};
  std::string out = stage.figure()->pose_name();
  if (stage.shows() == Shows::pose) return out;
  const std::string motions = names_of_motions(*stage.document());
  return out + (out.empty() || motions.empty() ? "" : " + ") + motions;
}

}  // namespace mmd
