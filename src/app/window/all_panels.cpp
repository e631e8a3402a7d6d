#include <algorithm>

#include "app/panels/panels.h"
#include "app/window/viewer.h"

namespace mmd {
namespace {

void draw_bone_texts(Ui& ui, const Parts& parts, Mouse& mouse) {
  const Stage& stage = parts.stage;
  if (!stage.arrangement().look.skeleton || !stage.document()) return;
  mouse.hover(parts);
  const Model& model = *stage.model();
  const std::int32_t selected = stage.scene().settings.highlight;
  for (const Pane& pane : parts.screen.panes())
    draw_bone_names(ui, model, parts.screen.bone_places(pane), selected, parts.opened.picker.names_shown());
  const std::vector<std::int32_t>& hovered = parts.opened.picker.hovered();
  if (!hovered.empty()) draw_bone_details(ui, model, hovered, mouse.pointer(), gizmo_room(parts));
}

void draw_body_text(Ui& ui, const Parts& parts, Mouse& mouse) {
  const Stage& stage = parts.stage;
  if (!stage.arrangement().look.bodies || !stage.document()) return;
  mouse.hover(parts);
  const std::vector<std::int32_t>& hovered = parts.opened.picker.hovered_bodies();
  if (!hovered.empty()) draw_body_details(ui, *stage.model(), hovered, mouse.pointer(), gizmo_room(parts));
}

/// Overlays at the top left, from `top` on.
void draw_top_left(Ui& ui, const Parts& parts, const Mouse& mouse, float top, Actions& actions) {
  const Stage& stage = parts.stage;
  if (stage.has_motion() && !parts.panels.shown(Panel::motion))
    top = draw_playback_panel(ui, stage.playback(), !stage.actor()->visible, mouse.pointer(), top, actions) +
          0.5f * ui.unit();
  draw_compare_overlay(ui, parts.opened.panes, compared_names(parts), top);
}

/// Cancels the preview of a pose if the browser is no longer visible. Keys are no longer the browser's then.
void follow_browser(PanelState& panels) {
  if (panels.shown(Panel::browser)) return;
  panels.tools.browser_has_keys = false;
  panels.tools.hovered_pose.clear();
  panels.hover.stop();
}

void draw_bottom(Ui& ui, PanelState& panels, MessageBoard& board, Actions& actions) {
  const float bottom = draw_messages(ui, board.shown(), board.answer(), actions);
  if (panels.key_hint.runs()) draw_key_hint(ui, bottom);
}

}  // namespace

Room room_between_bars(const Ui& ui, const PanelState& panels) {
  const Extent window = ui.window_size();
  const float menus = panels.shown(Panel::menu_bar) ? ui.menu_bar_height() : 0.0f;
  const float top = menus + (panels.shown(Panel::tool_bar) ? tool_bar_height(ui) : 0.0f);
  const float status = panels.shown(Panel::status_bar) ? status_bar_height(ui) : 0.0f;
  return {0.0f, top, static_cast<float>(window.width),
          std::max(static_cast<float>(window.height) - status, top)};
}

void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions) {
  PanelState& panels = parts.panels;
  const bool has_model = parts.stage.actor() != nullptr;
  const Room whole = room_between_bars(ui, panels);
  ui.set_language(panels.language);
  ui.set_theme(panels.theme);
  ui.set_zoom(panels.ui_scale);
  ui.set_picture(parts.screen.room());
  if (panels.shown(Panel::menu_bar)) draw_menu_bar(ui, parts, actions);
  if (panels.shown(Panel::tool_bar)) draw_tool_bar(ui, parts, whole.top - tool_bar_height(ui), actions);
  if (panels.shown(Panel::status_bar)) draw_status_bar(ui, parts);
  draw_offers(ui, parts, whole.top, actions);
  const float top = ui.picture().top + 0.5f * ui.unit();
  if (parts.opened.queue.busy()) {
    draw_progress_panel(ui, parts.opened.queue.status(), has_model, top);
  } else if (!has_model) {
    draw_start_page(ui, parts.setup, parts.files.recents, actions);
  }
  draw_reference(parts.run, actions);
  draw_picture_frame(parts);
  draw_inset(ui, parts.screen, actions);
  draw_penetration(parts);
  draw_bone_texts(ui, parts, mouse);
  draw_body_text(ui, parts, mouse);
  mouse.draw(ui, parts);
  draw_top_left(ui, parts, mouse, top, actions);
  if (mouse.over_divider()) ui.show_resize_cursor();
  draw_bottom(ui, parts.panels, parts.board, actions);
  follow_browser(parts.panels);
  draw_docks(ui, parts, whole, mouse.pointer(), actions);
  if (panels.shown(Panel::help)) draw_help_panel(ui, parts.setup, parts.panels, whole);
  if (panels.shown(Panel::palette)) draw_palette_panel(ui, parts, whole, actions);
  draw_export_panel(ui, parts, actions);
  draw_dialog_notice(ui, parts, actions);
  draw_closing_panel(ui, parts, actions);
}

}  // namespace mmd
