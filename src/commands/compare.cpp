#include "commands/compare.h"

#include <algorithm>
#include <array>
#include <utility>

#include "commands/heat_legend.h"

namespace mmd {
namespace {

bool names_a_switch(const Options& options) {
  return options.compare == "append" || options.compare == "ik";
}

void copy_panel(const Image& panel, int index, Image& to) {
  const std::size_t row = static_cast<std::size_t>(panel.width) * 4;
  const std::size_t to_row = static_cast<std::size_t>(to.width) * 4;
  for (std::size_t y = 0; y < static_cast<std::size_t>(panel.height); ++y)
    std::copy_n(panel.rgba.data() + y * row, row,
                to.rgba.data() + y * to_row + static_cast<std::size_t>(index) * row);
  to.has_alpha = to.has_alpha || panel.has_alpha;
}

}  // namespace

Result<std::optional<Session>> load_other_pose(const Options& options, const Session& session) {
  if (options.compare.empty() || names_a_switch(options)) return std::nullopt;
  auto inputs = sort_inputs({options.compare});
  if (!inputs) return fail(std::move(inputs.error()));
  if (!inputs->model.empty())
    return fail(in_file(make_error("--compare: a model cannot be compared with",
                                   "give append, ik, or a pose or motion (.vpd, .vmd)"),
                        options.compare));
  Session other;
  other.inputs = std::move(*inputs);
  other.loaded.model = session.loaded.model;
  Options asked = options;
  if (other.inputs.motions.empty()) asked.frame.reset();  // it is meant for the first state's motion
  if (auto applied = apply_poses(other, asked); !applied) return fail(std::move(applied.error()));
  return other;
}

void set_other_state(const Options& options, const Actor& first, const Session* other_pose, Actor& other) {
  if (other_pose != nullptr) return apply_session(*other_pose, options, other);
  copy_state(first, other);
  bool& toggled = options.compare == "ik" ? other.switches.ik : other.switches.append;
  toggled = !toggled;
  other.evaluate();
}

Comparison compare(const Options& options, const Actor& actor, const Light& light,
                   const Session* other_pose) {
  Comparison out(actor);
  set_other_state(options, actor, other_pose, *out.other);
  out.measure(actor, light);
  return out;
}

Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples) {
  constexpr int panels = 3;
  const RenderSettings settings = scene.settings;
  std::array<std::unique_ptr<Actor>*, panels> actors{nullptr, &comparison.other, &comparison.heat};
  Image out;
  for (int i = 0; i < panels; ++i) {
    std::unique_ptr<Actor>* const shown = actors[static_cast<std::size_t>(i)];
    const bool is_heat = shown == &comparison.heat;
    if (is_heat) scene.settings = heat_settings(settings);
    if (shown != nullptr) std::swap(scene.actors.front(), *shown);
    auto panel = renderer.render(scene, width, height, samples);
    if (shown != nullptr) std::swap(scene.actors.front(), *shown);
    scene.settings = settings;
    if (!panel) return fail(std::move(panel.error()));
    if (is_heat) draw_heat_legend(*panel, comparison.largest);
    if (i == 0) {
      out.width = panel->width * panels;
      out.height = panel->height;
      out.rgba.resize(panel->rgba.size() * panels);
    }
    copy_panel(*panel, i, out);
  }
  return out;
}

}  // namespace mmd
