// Two states of the model in one window.
#include <fmt/format.h>

#include "app/draw_effort.h"
#include "app/viewer.h"
#include "commands/compare.h"
#include "commands/heat_legend.h"

namespace mmd {

std::vector<Pane> Viewer::panes() const {
  const Extent size = window_.drawable_size();
  return panes_.panes(size.width, size.height);
}

void Viewer::cycle_compare() {
  const auto modes = compare_modes();
  const auto next = (static_cast<std::size_t>(panes_.mode()) + 1) % modes.size();
  set_compare_mode(modes[next].mode);
}

void Viewer::set_compare_mode(CompareMode mode) {
  panes_.set_mode(mode);
  dragging_divider_ = false;
  changed(Dirty::nothing);
  if (stage_.camera_is_fitted()) frame_camera();
  if (panes_.mode() != mode) return;  // could not be, and said so
  const StateNames names = state_names(panes_.compared(), stage_.choices().evaluation, shown_pose_name());
  if (mode == CompareMode::off) return say("Comparison: off");
  say(fmt::format("Comparison: {}, {} | {}", compare_modes()[static_cast<std::size_t>(mode)].name,
                  names.first, names.other));
}

void Viewer::set_compared(const std::string& what) {
  panes_.set_compared(what);
  set_compare_mode(panes_.mode() == CompareMode::off ? CompareMode::side_by_side : panes_.mode());
}

void Viewer::move_divider(double to) {
  panes_.move_divider(static_cast<float>(to));
  note_movement();
  scene_changed();
}

void Viewer::draw_scene() {
  const Extent size = window_.drawable_size();
  const DrawEffort effort = draw_effort(drawn_by_cpu_, moving(), start_.samples);
  Scene& scene = stage_.scene();
  scene.settings.self_shadow_size = effort.self_shadow_size;
  canvas_.begin(size.width, size.height, effort.samples);
  for (const Pane& pane : panes())
    panes_.with_state(pane.state, scene, [&] { renderer_->draw(scene, pane.placement); });
  canvas_.end();
  scene.settings.self_shadow_size = 0;
}

Result<Image> Viewer::picture() {
  const Extent size = window_.drawable_size();
  Image out;
  for (const Pane& pane : panes()) {
    const auto& [all, seen] = pane.placement;
    Result<Image> part = Image();
    panes_.with_state(pane.state, stage_.scene(), [&, &whole = all] {
      part = renderer_->render(scene(), whole.width, whole.height, start_.samples);
    });
    if (!part) return part;
    if (pane.state == Pane::State::heat)
      draw_heat_legend(*part, panes_.comparison()->largest, setup_.font ? &*setup_.font : nullptr);
    if (seen.width == size.width) return part;
    copy_columns(*part, seen.x - all.x, seen.width, size.width, out, seen.x);
  }
  return out;
}

}  // namespace mmd
