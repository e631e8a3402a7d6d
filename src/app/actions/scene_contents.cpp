#include "app/actions/scene_contents.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/actions/parts.h"
#include "app/actions/scene_state.h"
#include "app/actions/unsaved.h"
#include "app/text/messages.h"
#include "app/text/ui_strings.h"
#include "assets/name_lookup.h"

namespace mmd {
namespace {

using OptionNames = std::span<const std::string_view>;

constexpr std::string_view place_options[] = {"place", "hide"};
constexpr std::string_view look_options[] = {"background", "background-picture", "light-direction",
                                             "light-colour"};
/// Helpers that are no part of a finished picture, what the window only shows, and parts of other members.
constexpr std::string_view not_compared[] = {"morph",  "frame",   "size",     "samples",
                                             "attach", "compare", "skeleton", "operable-bones",
                                             "grid",   "axes",    "bodies",   "highlight"};

bool is_one_of(OptionNames names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What a figure shows: without motions there is only its pose or the rest pose.
Shows shown_by(const Figure& figure) {
  return figure.moves() || figure.shows == Shows::rest ? *figure.shows : Shows::motion;
}

SceneContents::OfFigure contents_of(const Figure& figure) {
  SceneContents::OfFigure out;
  out.model = figure.loaded->model_file;
  for (const MotionLayer& layer : figure.loaded->motions) out.motions.push_back(layer.file);
  out.pose = *figure.edited;
  out.ik_chains = figure.ik_chains;
  out.shows = shown_by(figure);
  return out;
}

bool is_same(const SceneContents::OfFigure& a, const SceneContents::OfFigure& b) {
  return a.model == b.model && a.motions == b.motions && a.ik_chains == b.ik_chains && a.shows == b.shows &&
         same_values(a.pose, b.pose);
}

bool have_same_models(const SceneContents& a, const SceneContents& b) {
  return std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const auto& x, const auto& y) { return x.model == y.model; });
}

/// The camera as the user chose it: the size of the window sets a fitted one.
CameraChoice chosen_camera(const Stage& stage, const CameraChoice& saved) {
  return stage.camera_is_fitted() || stage.follows_motion_camera() ? stage.arrangement().camera : saved;
}

std::uint64_t hash_of(const SceneContents& contents) {
  std::uint64_t out = 0;
  for (const auto* list : {&contents.places, &contents.look, &contents.settings})
    for (const auto& [name, value] : *list)
      out = out * 1099511628211u + std::hash<std::string>()(name) + 31u * std::hash<std::string>()(value);
  return out;
}

}  // namespace

SceneContents scene_contents(const Parts& parts) {
  SceneContents out;
  for (const Figure* figure : parts.stage.figures()) out.figures.push_back(contents_of(*figure));
  Options options = options_of(parts);
  options.camera = chosen_camera(parts.stage, options.camera);
  for (SceneOption& option : scene_options(options)) {
    if (is_one_of(not_compared, option.first)) continue;
    const bool places_it = is_one_of(place_options, option.first),
               looks_it = is_one_of(look_options, option.first);
    (places_it ? out.places : looks_it ? out.look : out.settings).push_back(std::move(option));
  }
  const PictureFile& file = parts.panels.picture_file();
  out.settings.emplace_back(
      "picture", fmt::format("{}x{} {} {}", file.width, file.height, file.samples, file.transparent));
  return out;
}

void note_scene(const Parts& parts) {
  parts.run.kept_scene = scene_contents(parts);
  follow_unsaved(parts);
}

void note_replaced_model(const Parts& parts) {
  SceneContents& kept = parts.run.kept_scene;
  if (!parts.run.scene_file.empty() || parts.stage.figures().size() > 1 || kept.figures.size() != 1) return;
  SceneContents now = scene_contents(parts);
  kept.figures = std::move(now.figures);
  kept.places = std::move(now.places);
  follow_unsaved(parts);
}

void follow_scene(const Parts& parts) {
  RunState& run = parts.run;
  run.scene_is_changed = run.is_restored;  // also before its models are loaded
  if (parts.stage.figure() == nullptr || run.kept_scene.figures.empty()) return;
  const SceneContents now = scene_contents(parts);
  const SceneContents& kept = run.kept_scene;
  run.scene_revision = hash_of(now);
  run.scene_is_changed =
      run.is_restored || !have_same_models(now, kept) || now.places != kept.places || now.look != kept.look;
  if (run.scene_file.empty() || run.scene_is_changed) return;
  run.scene_is_changed =
      now.settings != kept.settings ||
      !std::equal(now.figures.begin(), now.figures.end(), kept.figures.begin(), kept.figures.end(), is_same);
}

std::string scene_words(const Parts& parts) {
  const RunState& run = parts.run;
  std::string out = file_name(run.scene_file);
  // A project of MMD is only read: saving asks for a name.
  if (out.empty() && has_extension(parts.start.state, ".pmm")) out = file_name(parts.start.state);
  if (!run.scene_is_changed) return out;
  return (out.empty() ? std::string(ui_strings::new_scene.english) : out) + "*";
}

}  // namespace mmd
