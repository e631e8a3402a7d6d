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

SceneView Viewer::scene_view() const {
  return {stage_.choices(), scene().light,     mmd_camera_from(scene().camera),
          panes_.mode(),    panes_.compared(), poses_to_compare_};
}

/// A panel has changed something.
void Viewer::chosen_by_hand(Dirty level) {
  note_movement();
  changed(level);
  panels_changed();
}

void Viewer::set_look(const RenderSettings& look) {
  stage_.choices().look = look;
  chosen_by_hand(Dirty::look);
}

void Viewer::set_light(const LightChoice& light) {
  stage_.choices().light = light;
  chosen_by_hand(Dirty::look);
}

void Viewer::set_evaluation(const EvaluationChoice& evaluation) {
  stage_.choices().evaluation = evaluation;
  chosen_by_hand(Dirty::pose);
}

void Viewer::set_camera(const MmdCamera& camera) {
  stage_.set_camera(camera);
  note_movement();
  panels_changed();
}

void Viewer::move_camera(const Camera& camera) {
  stage_.move_camera(camera);
  note_movement();
  scene_changed();
}

void Viewer::set_morph(const MorphWeight& morph) {
  stage_.set_morph(morph);
  panes_.set_morphs(stage_.morphs());
  chosen_by_hand(Dirty::pose);
}

void Viewer::reset_morphs() {
  stage_.reset_morphs();
  panes_.set_morphs(stage_.morphs());
  chosen_by_hand(Dirty::pose);
}

Room Viewer::draw_panels(Actions& actions) {
  if (loading()) {
    draw_progress_panel(ui_, queue_.status(), document() != nullptr);
  } else if (document() == nullptr) {
    draw_welcome_panel(ui_);
  }
  draw_bone_texts();
  float top = 0.5f * ui_.unit();
  if (stage_.has_motion())
    top += draw_playback_panel(ui_, playback(), !stage_.actor()->visible, pointer_, actions);
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

void Viewer::draw_over_picture() {
  Actions actions;
  ui_.draw([&] {
    const Room room = draw_panels(actions);
    if (scene_panel_) draw_scene_panel(ui_, scene_view(), room.bottom, actions);
    if (const Actor* shown = stage_.actor(); morph_panel_ && shown != nullptr)
      draw_morph_panel(ui_, shown->model(), shown->pose.morph_weights, room, morph_search_, actions);
  });
  ui_.follow_text_input();
  for (const Action& action : actions) perform(action);
}

}  // namespace mmd
