// What is drawn over the picture, and what its panels change.
#include "app/panels.h"
#include "app/pose_folder.h"
#include "app/viewer.h"
#include "assets/archive_path.h"
#include "assets/file_set.h"

namespace mmd {

void Viewer::toggle_scene_panel() {
  scene_panel_ = !scene_panel_;
  if (scene_panel_) list_poses_to_compare();
  panels_changed();
}

void Viewer::list_poses_to_compare() {
  poses_to_compare_.clear();
  const std::string place = pose_steps_.place(document() != nullptr ? document()->model_file : std::string());
  if (place.empty()) return;
  for (const auto& pose : poses_in(folder_on_disk(place))) poses_to_compare_.push_back(to_utf8(pose));
}

SceneForm Viewer::scene_form() const {
  Options options = start_;
  const Choices& choices = stage_.choices();
  options.evaluation = choices.evaluation;
  options.light = choices.light;
  options.look = choices.look;
  options.compare = panes_.compared();
  return {options, scene().light, mmd_camera_from(scene().camera), panes_.mode(), poses_to_compare_};
}

void Viewer::apply(const SceneForm& form, const SceneChanges& changes) {
  if (changes.options || changes.camera) note_movement();
  if (changes.options) {
    stage_.choices().evaluation = form.options.evaluation;
    stage_.choices().light = form.options.light;
    stage_.choices().look = form.options.look;
    changed(Dirty::pose);
    panels_changed();
  }
  if (changes.camera) {
    stage_.set_camera(form.camera);
    panels_changed();
  }
  if (changes.compare) {
    panes_.set_compared(form.options.compare);
    set_compare_mode(form.compare);
  }
  if (changes.view) set_view(*changes.view);
  if (changes.start_camera) reset_camera();
}

Room Viewer::draw_panels(PlaybackChange& playback_change) {
  if (loading()) {
    draw_progress_panel(ui_, queue_.status(), document() != nullptr);
  } else if (document() == nullptr) {
    draw_welcome_panel(ui_);
  }
  draw_bone_texts();
  float top = 0.5f * ui_.unit();
  if (stage_.has_motion())
    top += draw_playback_panel(ui_, playback(), !stage_.actor()->visible, pointer_, playback_change);
  top = draw_compare_overlay(
      ui_, panes_, state_names(panes_.compared(), stage_.choices().evaluation, shown_pose_name()), top);
  if (over_divider_) ui_.show_resize_cursor();
  const float bottom = draw_message_line(ui_, board_.messages());
  if (key_hint_.runs()) draw_key_hint(ui_, bottom);
  if (help_shown_) draw_help_panel(ui_);
  return {top, bottom};
}

void Viewer::toggle_morph_panel() {
  morph_panel_ = !morph_panel_;
  panels_changed();
}

void Viewer::apply(const MorphChange& change) {
  if (change.morph == none && !change.reset) return;
  if (change.reset) stage_.reset_morphs();
  if (change.morph != none) stage_.set_morph({change.morph, change.weight});
  panes_.set_morphs(stage_.morphs());
  note_movement();
  changed(Dirty::pose);
  panels_changed();
}

void Viewer::draw_over_picture() {
  SceneForm form = scene_form();
  SceneChanges scene_changes;
  MorphChange morph_change;
  PlaybackChange playback_change;
  ui_.draw([&] {
    const Room room = draw_panels(playback_change);
    if (scene_panel_) draw_scene_panel(ui_, form, room.bottom, scene_changes);
    if (const Actor* shown = stage_.actor(); morph_panel_ && shown != nullptr)
      draw_morph_panel(ui_, shown->model(), shown->pose.morph_weights, room, morph_search_, morph_change);
  });
  ui_.follow_text_input();
  apply(form, scene_changes);
  apply(morph_change);
  apply(playback_change);
}

}  // namespace mmd
