#include "app/all_panels.h"

#include "app/morph_panel.h"
#include "app/panels.h"

namespace mmd {
namespace {

void draw_bone_texts(Ui& ui, const Parts& parts, Mouse& mouse) {
  const Stage& stage = parts.stage;
  if (!stage.choices().look.skeleton || !stage.document()) return;
  mouse.hover(parts);
  const Model& model = *stage.model();
  const std::int32_t selected = stage.scene().settings.highlight;
  for (const Pane& pane : parts.screen.panes())
    draw_bone_names(ui, model, parts.screen.bone_places(pane), selected, parts.picker.names_shown());
  const std::vector<std::int32_t>& hovered = parts.picker.hovered();
  if (!hovered.empty()) draw_bone_details(ui, model, hovered, mouse.pointer());
}

void draw_body_text(Ui& ui, const Parts& parts, Mouse& mouse) {
  const Stage& stage = parts.stage;
  if (!stage.choices().look.bodies || !stage.document()) return;
  mouse.hover(parts);
  const std::vector<std::int32_t>& hovered = parts.picker.hovered_bodies();
  if (!hovered.empty()) draw_body_details(ui, *stage.model(), hovered, mouse.pointer());
}

/// What is at the top on the left, from `top` on. Returns where there is room below.
float draw_top_left(Ui& ui, const Parts& parts, const Mouse& mouse, float top, Actions& actions) {
  const Stage& stage = parts.stage;
  if (stage.has_motion())
    top = draw_playback_panel(ui, stage.playback(), !stage.actor()->visible, mouse.pointer(), top, actions) +
          0.5f * ui.unit();
  const StateNames names = state_names(parts.panes.compared(), stage.choices().evaluation, stage.simulates(),
                                       shown_pose_name(stage));
  return draw_compare_overlay(ui, parts.panes, names, top);
}

/// What is at the bottom. Returns where it begins.
float draw_bottom(Ui& ui, const Parts& parts) {
  const float bottom = draw_message_line(ui, parts.board.messages());
  if (parts.panels.key_hint().runs()) draw_key_hint(ui, bottom);
  return bottom;
}

}  // namespace

SceneView scene_view(const Parts& parts) {
  const Scene& scene = parts.stage.scene();
  return {parts.stage.choices(),         scene.light,
          mmd_camera_from(scene.camera), parts.panes.mode(),
          parts.panes.compared(),        parts.pose_steps.listed()};
}

void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions) {
  PanelState& panels = parts.panels;
  const Actor* shown = parts.stage.actor();
  const bool bar = panels.shown(Panel::menu_bar);
  const float bar_end = bar ? ui.menu_bar_height() : 0.0f, top = bar_end + 0.5f * ui.unit();
  if (bar) draw_menu_bar(ui, parts, actions);
  if (parts.queue.busy()) {
    draw_progress_panel(ui, parts.queue.status(), shown != nullptr, top);
  } else if (shown == nullptr) {
    draw_welcome_panel(ui);
  }
  draw_bone_texts(ui, parts, mouse);
  draw_body_text(ui, parts, mouse);
  const float left_top = draw_top_left(ui, parts, mouse, top, actions);
  if (mouse.over_divider()) ui.show_resize_cursor();
  const float bottom = draw_bottom(ui, parts);
  if (panels.shown(Panel::help)) draw_help_panel(ui, panels.language(), bar_end);
  if (panels.shown(Panel::scene)) draw_scene_panel(ui, scene_view(parts), {top, bottom}, actions);
  if (panels.shown(Panel::morphs) && shown != nullptr)
    draw_morph_panel(ui, shown->model(), shown->pose.morph_weights, {left_top, bottom}, panels.morph_search(),
                     actions);
}

}  // namespace mmd
