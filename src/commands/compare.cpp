#include "commands/compare.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "commands/heat_legend.h"
#include "commands/nearest_word.h"

namespace mmd {
namespace {

bool names_a_switch(const Options& options) {
  return options.compare == "append" || options.compare == "ik";
}

}  // namespace

Result<std::optional<Session>> load_other_pose(const Options& options, const Session& session) {
  if (options.compare.empty() || names_a_switch(options)) return std::nullopt;
  auto inputs = sort_inputs({options.compare});
  if (!inputs) {
    if (const auto meant = nearest_word(options.compare, {"append", "ik"});
        meant && !is_input(options.compare))
      inputs.error().hint = fmt::format("did you mean --compare {}? Else it is the name of a file", *meant);
    return fail(std::move(inputs.error()));
  }
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

Comparison compare(const Options& options, const Scene& scene, const Session* other_pose) {
  Comparison out(*scene.actors.front());
  set_other_state(options, *scene.actors.front(), other_pose, *out.other);
  out.follow_attachments(scene);
  out.measure(scene);
  return out;
}

std::optional<Diagnostic> stillness(const Options& options, const Model& model,
                                    const Comparison& comparison) {
  if (comparison.moved > 0) return std::nullopt;
  const auto& bones = model.skeleton.bones;
  const bool appends =
      std::any_of(bones.begin(), bones.end(), [](const Bone& b) { return b.append.source != none; });
  std::string why = "to this model both poses are the same";
  if (options.compare == "ik")
    why = model.skeleton.ik_chains.empty() ? "the model has no IK"
                                           : "the pose already has the bones where IK would bring them";
  if (options.compare == "append")
    why =
        appends ? "the pose turns no bone whose turn another one takes over" : "no bone of the model appends";
  Diagnostic note = make_error(fmt::format("--compare {}: no vertex moves", options.compare), why);
  note.severity = Severity::note;
  return note;
}

Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples, const Renderer::TileProgress& progress) {
  constexpr int panels = 3;
  const RenderSettings settings = scene.settings;
  Image out;
  for (int i = 0; i < panels; ++i) {
    const bool is_first = i == 0, is_heat = i == 2;
    if (is_heat) scene.settings = heat_settings(settings);
    if (!is_first) comparison.exchange(scene, is_heat);
    const auto of_all = [&](std::size_t drawn, std::size_t all) {
      if (progress) progress(static_cast<std::size_t>(i) * all + drawn, panels * all);
    };
    auto panel = renderer.render(scene, width, height, samples, 0, of_all);
    if (!is_first) comparison.exchange(scene, is_heat);
    scene.settings = settings;
    if (!panel) return fail(std::move(panel.error()));
    if (is_heat) draw_heat_legend(*panel, comparison.largest);
    copy_columns(*panel, 0, width, width * panels, out, i * width);
  }
  return out;
}

void copy_columns(const Image& from, int first, int count, int width, Image& to, int at) {
  if (to.rgba.empty()) {
    to.width = width;
    to.height = from.height;
    to.rgba.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(from.height));
  }
  const auto bytes = [](int pixels) { return 4 * static_cast<std::size_t>(pixels); };
  for (std::size_t y = 0; y < static_cast<std::size_t>(from.height); ++y)
    std::copy_n(from.rgba.data() + y * bytes(from.width) + bytes(first), bytes(count),
                to.rgba.data() + y * bytes(to.width) + bytes(at));
  to.has_alpha = to.has_alpha || from.has_alpha;
}

}  // namespace mmd
