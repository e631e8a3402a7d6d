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
  const std::string place = pose_steps_.place(document_ ? document_->model_file : std::string());
  if (place.empty()) return;
  for (const auto& pose : poses_in(folder_on_disk(place))) poses_to_compare_.push_back(to_utf8(pose));
}

SceneForm Viewer::scene_form() const {
  return {options_, scene_.light, mmd_camera_from(scene_.camera), compare_.mode, poses_to_compare_};
}

void Viewer::apply(const SceneForm& form, const SceneChanges& changes) {
  if (changes.options || changes.camera) note_movement();
  if (changes.options) {
    options_ = form.options;
    apply_options();
    panels_changed();
  }
  if (changes.camera) {
    leave_motion_camera();
    options_.camera.fov_degrees = form.camera.fov_degrees;
    options_.camera.orthographic = !form.camera.perspective;
    scene_.camera = camera_from(form.camera);
    camera_is_fitted_ = false;
    panels_changed();
  }
  if (changes.compare) {
    options_.compare = form.options.compare;
    set_compare_mode(form.compare);
  }
  if (changes.view) set_view(*changes.view);
  if (changes.start_camera) reset_camera();
}

Room Viewer::draw_panels(PlaybackChange& playback_change) {
  if (loading()) {
    draw_progress_panel(ui_, queue_.status(), actor() != nullptr);
  } else if (scene_.actors.empty()) {
    draw_welcome_panel(ui_);
  }
  draw_bone_texts();
  float top = 0.5f * ui_.unit();
  if (has_motion())
    top += draw_playback_panel(ui_, playback_, actor() != nullptr && !actor()->visible, pointer_,
                               playback_change);
  top = draw_compare_overlay(ui_, compare_, state_names(options_, shown_pose_name()), top);
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
  if (change.reset) panel_morphs_.clear();
  if (change.morph != none) panel_morphs_[change.morph] = change.weight;
  static_cast<void>(choose_morphs());  // those of the options were found before
  note_movement();
  apply_options();
  panels_changed();
}

/// Puts the morphs of the options, and over them the panel's, over poses and motions.
Result<void> Viewer::choose_morphs() {
  auto morphs = find_morphs(options_.evaluation, document_->model());
  if (!morphs) return fail(std::move(morphs.error()));
  for (const auto& [morph, weight] : panel_morphs_) morphs->push_back({morph, weight});
  if (compare_.other) compare_.other->set_morphs(*morphs);
  sampler_.set_morphs(std::move(*morphs));
  return {};
}

void Viewer::draw_over_picture() {
  SceneForm form = scene_form();
  SceneChanges scene_changes;
  MorphChange morph_change;
  PlaybackChange playback_change;
  ui_.draw([&] {
    const Room room = draw_panels(playback_change);
    if (scene_panel_) draw_scene_panel(ui_, form, room.bottom, scene_changes);
    if (morph_panel_ && actor() != nullptr)
      draw_morph_panel(ui_, actor()->model(), actor()->pose.morph_weights, room, morph_search_, morph_change);
  });
  ui_.follow_text_input();
  apply(form, scene_changes);
  apply(morph_change);
  apply(playback_change);
}

}  // namespace mmd
