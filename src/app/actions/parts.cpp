#include "app/actions/parts.h"

#include "app/text/messages.h"

namespace mmd {

void refresh(const Parts& parts, Dirty level, PhysicsUpdate pace) {
  Stage& stage = parts.stage;
  stage.changed(level, pace);
  if (stage.actor() == nullptr) return;
  const Dirty was = stage.refresh();
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
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  parts.panes.with_both(parts.stage.scene(), [&] { parts.stage.frame_camera(aspect); });
  parts.redraw.picture();
}

std::string shown_pose_name(const Stage& stage) {
  if (!stage.document() || stage.rest_pose()) return {};
  return stage.shows() == Shows::pose ? names_of_poses(*stage.document()) : pose_names(*stage.document());
}

}  // namespace mmd
