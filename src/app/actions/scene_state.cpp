#include "app/actions/scene_state.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/text/messages.h"
#include "app/text/ui_strings.h"
#include "assets/name_lookup.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/text.h"
#include "document/scene_pose.h"
#include "edit/clipboard.h"
#include "edit/edit_state.h"
#include "options/options.h"
#include "pose/pose_to_vpd.h"
#include "scene/input.h"

namespace mmd {
namespace {

/// Whether the first figure is active: options about one figure mean the first one.
bool works_on_first(const Stage& stage) {
  return stage.figure() == stage.figures().front();
}

bool follows_motion(const Stage& stage, const StageCamera& camera) {
  return stage.has_motion_camera() && camera.choice.follows_motion();
}

/// Where the camera is; or the view alone if it is fitted, or that the motion's camera is followed.
CameraChoice saved_camera(const Stage& stage, const StageCamera& saved) {
  CameraChoice out = saved.choice;
  if (follows_motion(stage, saved) || (saved.is_fitted && works_on_first(stage))) return out;
  const Camera& camera = saved.camera;
  const vec3 eye = mirror(camera.eye), target = mirror(camera.target);
  out.view.reset();
  out.eye_and_target = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
  out.fov_degrees = camera.fov_degrees;
  out.orthographic = camera.orthographic;
  out.roll_degrees.reset();
  if (camera.up) out.roll_degrees = mmd_camera_from(camera).angles.z;
  return out;
}

/// A material for --hide: by its name if that is unique.
std::string name_to_hide(const Model& model, std::int32_t index) {
  const auto has_name = [&](const Material& m) {
    return m.name == model.materials[static_cast<std::size_t>(index)].name;
  };
  const std::string& name = model.materials[static_cast<std::size_t>(index)].name;
  const bool plain = !name.empty() && !is_pattern(name) && name.front() != '#' &&
                     name.find(':') == std::string::npos &&
                     std::count_if(model.materials.begin(), model.materials.end(), has_name) == 1;
  return plain ? name : fmt::format("#{}", index);
}

/// The place of a figure with that number in the list, from 1; 0 if it is not there.
std::size_t place_in_list(const std::vector<const Figure*>& list, std::uint64_t number) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i]->number == number) return i + 1;
  return 0;
}

/// Hidden materials of each figure, and positions that are not the default.
void put_figures(const Stage& stage, Options& out) {
  const auto list = stage.figures();
  out.places.clear();
  out.hidden.clear();
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.places.push_back(list[i]->place);
    out.places.back().carrier = place_in_list(list, list[i]->place.carrier);
    const std::string model = list.size() > 1 ? fmt::format("{}:", i + 1) : std::string();
    if (!list[i]->visible) out.hidden.push_back(model + "*");
    for (const std::int32_t material : list[i]->hidden_materials)
      out.hidden.push_back(model + name_to_hide(list[i]->model(), material));
  }
  if (list.size() == 1 && list.front()->place == ScenePlace()) out.places.clear();
}

/// Whether the pose equals the opened files; it may have been saved elsewhere since.
bool is_pose_of_files(const Figure& figure, const Pose& pose) {
  if (!is_saved(figure, pose) || !figure.morphs.empty()) return false;
  // A pose in a scene would be lost with it: saving replaces the file, and a backup is removed.
  const auto stays = [](const PoseLayer& layer) {
    return is_input(layer.file) && !pose_named(layer.file) && !layer.is_renamed;
  };
  const auto& layers = figure.loaded->poses;
  if (!std::all_of(layers.begin(), layers.end(), stays)) return false;
  // Hands of the command line are part of the loaded pose, too.
  Pose of_files(figure.model());
  for (const PoseLayer& layer : layers) apply_layer(layer, figure.model(), of_files);
  edit::settle_changed(Pose(figure.model()), of_files);
  return same_values(pose, of_files);
}

/// The files that give the pose: those that were opened, or the one where it was saved. nullopt: none.
std::optional<std::vector<std::string>> files_with(const Pose& pose, const Figure& figure) {
  std::vector<std::string> out;
  if (is_pose_of_files(figure, pose)) {
    for (const PoseLayer& layer : figure.loaded->poses) out.push_back(layer.file);
    return out;
  }
  const std::string& saved = figure.origin->file;
  if (!is_saved(figure, pose) || !figure.morphs.empty() || !is_file_on_disk(saved)) return std::nullopt;
  auto of_file = handlers::pose_in_file(saved, figure.model());
  if (!of_file) return std::nullopt;
  edit::settle_changed(Pose(figure.model()), *of_file);
  if (!same_values(pose, *of_file)) return std::nullopt;
  out.push_back(saved);
  return out;
}

/// IK bones of disabled chains. A file refers to the first of several equal names.
std::vector<std::string> ik_off(const Figure& figure) {
  const Model& model = figure.model();
  const std::vector<std::uint8_t>& on = figure.ik_chains;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < on.size(); ++i) {
    const std::int32_t bone = model.skeleton.ik_chains[i].bone;
    const std::string& name = model.skeleton.bones[static_cast<std::size_t>(bone)].name;
    if (on[i] == 0 && model.find_bone(name) == bone) out.push_back(name);
  }
  return out;
}

/// Names of bones. A file refers to the first of several equal names.
std::vector<std::string> names_of(const std::vector<std::int32_t>& bones, const Figure& figure) {
  std::vector<std::string> out;
  for (const std::int32_t bone : bones) {
    const std::string& name = figure.model().skeleton.bones[static_cast<std::size_t>(bone)].name;
    if (figure.model().find_bone(name) == bone) out.push_back(name);
  }
  return out;
}

/// The files of a figure, and its pose as text if no file has the complete pose.
Result<SceneFigure> state_of(const Figure& figure) {
  const LoadedFigure& document = *figure.loaded;
  const Pose& pose = *figure.edited;
  SceneFigure out;
  out.files.push_back(document.model_file);
  out.ik_off = ik_off(figure);
  out.frozen = names_of(figure.frozen, figure);
  out.pins = names_of(figure.pins, figure);
  if (figure.shows == Shows::rest || figure.moves()) out.shows = *figure.shows;
  const auto files = files_with(pose, figure);
  if (files && out.ik_off.empty() && out.frozen.empty() && out.pins.empty() && out.shows == Shows::motion) {
    out.files.insert(out.files.end(), files->begin(), files->end());
  } else {
    MMD_TRY(const auto file, edit::copied(pose, document.model(), edit::whole_pose(), edit::Mentions::posed));
    MMD_TRY(out.pose, edit::text_of(file));
    out.unnamed = unnamed_in_vpd(pose, document.model());
  }
  for (const MotionLayer& layer : document.motions) out.files.push_back(layer.file);
  return out;
}

/// The distance in focus in place of the active figure's bone.
void focus_by_distance(const Stage& stage, Effects::DepthOfField& asked) {
  const Scene& scene = stage.scene();
  if (!asked.on || asked.bone.empty() || scene.settings.focus == none) return;
  const vec3 at = translation_of(stage.actor()->bone_in_scene(scene.settings.focus));
  asked.bone.clear();
  asked.distance = -(view_matrix(stage.picture_camera().camera) * vec4(at, 1.0f)).z;
  asked.on = asked.distance > 0.0f;  // nothing behind the eye is in focus
}

}  // namespace

Options options_of(const Parts& parts) {
  const Stage& stage = parts.stage;
  const Arrangement& arranged = stage.arrangement();
  Options out = parts.start;
  out.evaluation = arranged.evaluation;
  out.morphs.clear();  // they are part of the pose
  put_figures(stage, out);
  out.camera = saved_camera(stage, stage.picture_camera());
  out.light = arranged.light;
  out.physics = arranged.physics;
  if (!stage.physics_controls().on) out.physics.on = false;
  out.look = arranged.look;
  if (const auto& hidden = parts.opened.hidden_overlays) copy_overlays(*hidden, out.look);
  if (parts.opened.has_guides) {
    out.look.grid = parts.start.look.grid;
    out.look.axes = parts.start.look.axes;
  }
  out.highlight = works_on_first(stage) ? arranged.highlight : std::string();
  out.frame.reset();
  if (stage.has_motion()) out.frame = stage.playback().frame();
  out.sound = parts.opened.sound.choice();
  if (out.sound.on && out.sound.file.empty()) out.sound.file = parts.opened.sound.file();
  const ComparePanes& panes = parts.opened.panes;
  const bool compares = panes.mode() != CompareMode::off && panes.given_names() == nullptr;
  out.compare = compares ? panes.compared() : std::string();
  const Extent size = parts.screen.size();
  const PictureFile& file = parts.panels.picture_file;
  out.size = file.has_size() ? PictureSize{file.width, file.height} : PictureSize{size.width, size.height};
  if (file.samples > 0) out.samples = file.samples;
  return out;
}

Result<SceneFile> scene_of(const Parts& parts) {
  SceneFile out;
  for (const Figure* figure : parts.stage.figures()) {
    MMD_TRY(auto state, state_of(figure_to_keep(parts.stage, parts.panels, *figure)));
    const bool first = figure == parts.stage.figures().front();
    (first ? static_cast<SceneFigure&>(out) : out.figures.emplace_back()) = std::move(state);
    if (figure == parts.stage.figure()) out.active = 1 + out.figures.size();
  }
  Options options = options_of(parts);
  if (!works_on_first(parts.stage)) focus_by_distance(parts.stage, options.look.effects.depth_of_field);
  out.options = scene_options(options);
  out.reference = parts.run.reference.picture();
  if (const auto camera = parts.stage.work_camera()) {
    Options seen;
    seen.camera = saved_camera(parts.stage, *camera);
    out.work_camera = scene_options(seen);
  }
  out.transparent = parts.panels.picture_file.transparent;
  out.size_of_window = !parts.panels.picture_file.has_size();
  return out;
}

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
  out.frozen = figure.frozen;
  out.pins = figure.pins;
  out.shows = shown_by(figure);
  return out;
}

bool is_same(const SceneContents::OfFigure& a, const SceneContents::OfFigure& b) {
  return a.model == b.model && a.motions == b.motions && a.ik_chains == b.ik_chains && a.frozen == b.frozen &&
         a.pins == b.pins && a.shows == b.shows && same_values(a.pose, b.pose);
}

bool have_same_models(const SceneContents& a, const SceneContents& b) {
  return std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const auto& x, const auto& y) { return x.model == y.model; });
}

/// The camera as the user chose it: the size of the window sets a fitted one.
CameraChoice chosen_camera(const Stage& stage, const CameraChoice& saved) {
  const StageCamera camera = stage.picture_camera();
  return camera.is_fitted || follows_motion(stage, camera) ? camera.choice : saved;
}

std::uint64_t hash_of(const SceneContents& contents) {
  std::uint64_t out = 0;
  for (const auto* list : {&contents.places, &contents.look, &contents.settings})
    for (const auto& [name, value] : *list)
      out = out * 1099511628211u + std::hash<std::string>()(name) + 31u * std::hash<std::string>()(value);
  for (const SceneContents::OfFigure& figure : contents.figures)
    for (const auto* bones : {&figure.frozen, &figure.pins})
      for (const std::int32_t bone : *bones) out = out * 1099511628211u + static_cast<std::uint32_t>(bone);
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
  const PictureFile& file = parts.panels.picture_file;
  out.settings.emplace_back(
      "picture", fmt::format("{}x{} {} {}", file.width, file.height, file.samples, file.transparent));
  const ReferencePicture& reference = parts.run.reference.picture();
  if (!reference.file.empty())
    out.settings.emplace_back(
        "reference",
        fmt::format("{} {} {} {} {} {} {} {}", reference.file, reference.shown, reference.beside,
                    reference.locked, reference.opacity, reference.x, reference.y, reference.scale));
  return out;
}

void note_scene(const Parts& parts) {
  parts.opened.kept_scene = scene_contents(parts);
  follow_unsaved(parts);
}

void note_replaced_model(const Parts& parts) {
  SceneContents& kept = parts.opened.kept_scene;
  if (!parts.opened.scene_file.empty() || parts.stage.figures().size() > 1 || kept.figures.size() != 1)
    return;
  SceneContents now = scene_contents(parts);
  kept.figures = std::move(now.figures);
  kept.places = std::move(now.places);
  follow_unsaved(parts);
}

void follow_scene(const Parts& parts) {
  OpenedScene& opened = parts.opened;
  opened.scene_is_changed = opened.is_restored;  // also before its models are loaded
  if (parts.stage.figure() == nullptr || opened.kept_scene.figures.empty()) return;
  const SceneContents now = scene_contents(parts);
  const SceneContents& kept = opened.kept_scene;
  opened.scene_revision = hash_of(now);
  opened.scene_is_changed = opened.is_restored || !have_same_models(now, kept) || now.places != kept.places ||
                            now.look != kept.look;
  if (opened.scene_file.empty() || opened.scene_is_changed) return;
  opened.scene_is_changed =
      now.settings != kept.settings ||
      !std::equal(now.figures.begin(), now.figures.end(), kept.figures.begin(), kept.figures.end(), is_same);
}

std::string scene_words(const Options& start, const OpenedScene& opened) {
  std::string out = file_name(opened.scene_file);
  // A project of MMD is only read: saving asks for a name.
  if (out.empty() && has_extension(start.state, ".pmm")) out = file_name(start.state);
  if (!opened.scene_is_changed) return out;
  return (out.empty() ? std::string(ui_strings::new_scene.english) : out) + "*";
}

}  // namespace mmd
