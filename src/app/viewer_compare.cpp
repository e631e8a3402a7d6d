// Two states of the model in one window.
#include <fmt/format.h>

#include "app/draw_effort.h"
#include "app/viewer.h"
#include "commands/compare.h"
#include "commands/heat_legend.h"
#include "document/compared.h"

namespace mmd {

std::vector<Pane> Viewer::panes() const {
  const Extent size = window_.drawable_size();
  const bool shown = compare_.comparison.has_value();
  return panes_of(shown ? compare_.mode : CompareMode::off, compare_.divider, size.width, size.height);
}

void Viewer::cycle_compare() {
  if (!document_) return say("No model yet: drop one here");
  const auto modes = compare_modes();
  const auto next = (static_cast<std::size_t>(compare_.mode) + 1) % modes.size();
  set_compare_mode(modes[next].mode);
}

void Viewer::set_compare_mode(CompareMode mode) {
  compare_.mode = mode;
  compare_.dragging = false;
  if (options_.compare.empty()) options_.compare = "append";
  apply_options();
  if (camera_is_fitted_) frame_camera();
  if (compare_.mode != mode) return;  // could not be, and said so
  const StateNames names = state_names(options_, shown_pose_name());
  if (mode == CompareMode::off) return say("Comparison: off");
  say(fmt::format("Comparison: {}, {} | {}", compare_modes()[static_cast<std::size_t>(mode)].name,
                  names.first, names.other));
}

void Viewer::set_compared(const std::string& what) {
  options_.compare = what;
  set_compare_mode(compare_.mode == CompareMode::off ? CompareMode::side_by_side : compare_.mode);
}

Result<void> Viewer::load_compared_pose() {
  if (compare_.loaded == options_.compare) return {};
  compare_.loaded.clear();
  compare_.other.reset();
  auto other = load_compared(options_.compare, *document_);
  if (!other) return fail(std::move(other.error()));
  compare_.loaded = options_.compare;
  if (!*other) return {};
  compare_.other.emplace(**other);
  if (auto chosen = choose_morphs(); !chosen) return chosen;
  for (const Diagnostic& d : (*other)->diagnostics) board_.report(d);
  return {};
}

void Viewer::update_compare() {
  Actor* first = actor();
  if (compare_.mode == CompareMode::off || first == nullptr) return compare_.comparison.reset();
  if (auto loaded = load_compared_pose(); !loaded) {
    compare_.mode = CompareMode::off;
    compare_.comparison.reset();
    return board_.refuse(loaded.error());
  }
  std::optional<Comparison>& comparison = compare_.comparison;
  const bool kept = comparison && comparison->other->shared_model() == first->shared_model() &&
                    comparison->other->shared_textures() == first->shared_textures();
  if (!kept) comparison.emplace(*first);
  const PosedState* other = compare_.other ? &compare_.other->sample(playback_.frame()) : nullptr;
  set_other_state(options_.compare, options_.evaluation, *first, other, *comparison->other);
  comparison->follow_attachments(scene_);
  if (compare_.mode == CompareMode::heat) comparison->measure(scene_);
}

void Viewer::with_state(Pane::State state, const std::function<void()>& what) {
  if (state == Pane::State::first || !compare_.comparison) return what();
  const RenderSettings settings = scene_.settings;
  const bool heat = state == Pane::State::heat;
  if (heat) scene_.settings = heat_settings(settings);
  compare_.comparison->exchange(scene_, heat);
  what();
  compare_.comparison->exchange(scene_, heat);
  scene_.settings = settings;
}

void Viewer::draw_scene() {
  const Extent size = window_.drawable_size();
  const DrawEffort effort = draw_effort(drawn_by_cpu_, moving(), options_.samples);
  scene_.settings.self_shadow_size = effort.self_shadow_size;
  canvas_.begin(size.width, size.height, effort.samples);
  for (const Pane& pane : panes()) with_state(pane.state, [&] { renderer_->draw(scene_, pane.placement); });
  canvas_.end();
  scene_.settings.self_shadow_size = 0;
}

Result<Image> Viewer::picture() {
  const Extent size = window_.drawable_size();
  Image out;
  for (const Pane& pane : panes()) {
    const auto& [all, seen] = pane.placement;
    Result<Image> part = Image();
    with_state(pane.state, [&, &whole = all] {
      part = renderer_->render(scene_, whole.width, whole.height, options_.samples);
    });
    if (!part) return part;
    if (pane.state == Pane::State::heat)
      draw_heat_legend(*part, compare_.comparison->largest, setup_.font ? &*setup_.font : nullptr);
    if (seen.width == size.width) return part;
    copy_columns(*part, seen.x - all.x, seen.width, size.width, out, seen.x);
  }
  return out;
}

}  // namespace mmd
