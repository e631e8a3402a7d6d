// A PMM as a scene. left_out() names what it shows differently (docs/user/formats.md).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/number_text.h"
#include "document/pmm_project.h"
#include "options/scene_file.h"
#include "pose/camera_track.h"
#include "scene/camera.h"

namespace mmd {
namespace {

/// MMD's gravity is a tenth of that of its physics world.
constexpr float gravity_factor = 10.0f;

/// The order in which MMD draws things, as indices; equal ones in the order of the file.
template <class Drawn>
std::vector<std::size_t> drawing_order(const std::vector<Drawn>& things) {
  std::vector<std::size_t> out(things.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(),
                   [&](std::size_t a, std::size_t b) { return things[a].draw_order < things[b].draw_order; });
  return out;
}

/// A project with the figures of its scene: the models, then the accessories, each in drawing order.
struct Project {
  pmm::File file;
  std::vector<std::size_t> models = drawing_order(file.models);
  std::vector<std::size_t> accessories = drawing_order(file.accessories);

  /// The number of a model's figure, from 1; 0: no model has the id.
  std::size_t figure_of_model(std::int32_t id) const {
    const auto found =
        std::find_if(models.begin(), models.end(), [&](std::size_t i) { return file.models[i].id == id; });
    return found == models.end() ? 0 : static_cast<std::size_t>(found - models.begin()) + 1;
  }
};

/// Hangs a place on a bone of a model; `number`: of the figure itself.
void hang(const Project& project, const pmm::BoneOf& parent, std::size_t number, ScenePlace& place) {
  const std::size_t carrier = project.figure_of_model(parent.model);
  if (parent.model < 0 || carrier == 0 || carrier == number) return;
  const auto& bones = project.file.models[project.models[carrier - 1]].bones;
  if (parent.bone < 0 || static_cast<std::size_t>(parent.bone) >= bones.size()) return;
  place.carrier = carrier;
  place.bone = bones[static_cast<std::size_t>(parent.bone)];
}

Result<SceneFigure> figure_of(const pmm::Model& model, const std::string& file) {
  SceneFigure out;
  out.files.push_back(file_of_project(file, model.path));
  MMD_TRY(const ScenePose pose, shown_pose(model));
  out.pose = as_text(pose.vpd);
  out.ik_off = pose.ik_off;
  return out;
}

/// A model stands at the origin, or hangs on its first outside parent.
ScenePlace place_of(const Project& project, const pmm::Model& model, std::size_t number) {
  ScenePlace out;
  out.additive = model.additive != 0;
  out.self_shadow = model.self_shadow != 0;
  for (const pmm::CurrentParent& parent : model.parents)
    if (out.carrier == 0) hang(project, parent.parent, number, out);
  return out;
}

ScenePlace place_of(const Project& project, const pmm::Accessory& accessory, std::size_t number) {
  ScenePlace out;
  out.position = accessory.position;
  out.degrees = glm::degrees(accessory.rotation);
  out.scale = std::clamp(accessory.scale, 1e-4f, 1e4f);
  out.opacity = std::clamp(accessory.alpha(), 0.0f, 1.0f);
  out.ground_shadow = accessory.shadow != 0;
  out.drawn_first = accessory.draw_order < project.file.accessory_split;
  out.additive = accessory.additive != 0;
  hang(project, accessory.parent, number, out);
  return out;
}

/// The camera on the screen; while a model is selected, that of the keys (docs/dev/layouts.md, "PMM").
Camera shown_camera(const pmm::File& project) {
  Repairs ignored;
  const CameraTrack track(pmm::camera_motion(project), ignored);
  if (project.camera_mode == 0 && !track.empty()) return camera_from(track.sample(project.frame));
  return camera_from(camera_from(project.camera_centre, project.camera_angles, project.camera_distance,
                                 std::clamp(project.fov_degrees, 1.0f, 125.0f), project.no_perspective == 0));
}

LightSample shown_light(const pmm::File& project) {
  Repairs ignored;
  const LightTrack track(pmm::camera_motion(project), ignored);
  if (project.camera_mode == 0 && !track.empty()) return track.sample(project.frame);
  return {project.light_colour, mirror(project.light_direction)};
}

void add_camera(const pmm::File& project, std::vector<SceneOption>& out) {
  const Camera camera = shown_camera(project);
  out.emplace_back("camera", value_text(mirror(camera.eye)) + "," + value_text(mirror(camera.target)));
  out.emplace_back("fov", fmt::format("{}", camera.fov_degrees));
  if (camera.orthographic) out.emplace_back("ortho", "");
  if (camera.up) out.emplace_back("roll", fmt::format("{}", mmd_camera_from(camera).angles.z));
}

void add_light(const pmm::File& project, std::vector<SceneOption>& out) {
  const LightSample light = shown_light(project);
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  if (light.direction != vec3(0.0f)) out.emplace_back("light-direction", value_text(mirror(light.direction)));
  out.emplace_back("light-colour", fmt::format("{:02x}{:02x}{:02x}", byte(light.colour.r),
                                               byte(light.colour.g), byte(light.colour.b)));
}

void add_settings(const pmm::File& project, const std::string& file, std::vector<SceneOption>& out) {
  if (project.width > 0 && project.height > 0)
    out.emplace_back("size", fmt::format("{}x{}", project.width, project.height));
  out.emplace_back("background", project.black_background != 0 ? "000000" : "ffffff");
  if (project.picture.shown != 0 && !project.picture.path.empty()) {
    const std::string picture = file_of_project(file, project.picture.path);
    if (is_input(picture)) out.emplace_back("background-picture", picture);
  }
  if (project.self_shadow == 0) out.emplace_back("no-self-shadow", "");
  if (project.self_shadow == 2) out.emplace_back("self-shadow-mode", "2");
  if (project.ground_shadow == 0) out.emplace_back("no-ground-shadow", "");
  const float brightness = std::clamp(project.ground_shadow_brightness, 0.0f, 10.0f);
  if (brightness != 1.0f && !std::isnan(brightness))
    out.emplace_back("ground-shadow-brightness", fmt::format("{}", brightness));
  if (project.ground_shadow_translucent == 0) out.emplace_back("opaque-ground-shadow", "");
  if (project.physics == 0) out.emplace_back("no-physics", "");
  if (project.ground_physics != 0) out.emplace_back("ground", "");
  const vec3 gravity = project.gravity.direction * (project.gravity.acceleration * gravity_factor);
  out.emplace_back("gravity", value_text(gravity));
}

template <class Key>
bool has_further_keys(const std::vector<Key>& keys, std::size_t first) {
  return keys.size() > first;
}

bool moves(const pmm::Model& model) {
  return has_further_keys(model.bone_keys, model.bones.size()) ||
         has_further_keys(model.morph_keys, model.morphs.size()) || has_further_keys(model.model_keys, 1);
}

bool moves(const pmm::File& project) {
  return std::any_of(project.models.begin(), project.models.end(),
                     [](const pmm::Model& model) { return moves(model); }) ||
         std::any_of(project.accessories.begin(), project.accessories.end(),
                     [](const pmm::Accessory& one) { return has_further_keys(one.keys, 1); }) ||
         has_further_keys(project.camera_keys, 1) || has_further_keys(project.light_keys, 1) ||
         has_further_keys(project.gravity_keys, 1) || has_further_keys(project.self_shadow_keys, 1);
}

bool has_physics_off(const pmm::Model& model) {
  return std::any_of(model.current.begin(), model.current.end(),
                     [](const pmm::CurrentBone& bone) { return bone.physics_off != 0; });
}

bool is_shown(const pmm::Background& background) {
  return background.shown != 0 && !background.path.empty();
}

/// The project's sound; empty if the file does not exist.
std::string sound_of(const pmm::File& project, const std::string& file) {
  if (project.sound.empty()) return {};
  const std::string sound = file_of_project(file, project.sound);
  std::error_code error;
  return std::filesystem::is_regular_file(path_from_utf8(sound), error) ? sound : std::string();
}

/// The parts of the project that its scene does not have. `file`: its name.
std::vector<std::string> left_out(const pmm::File& project, const std::string& file) {
  const auto any_model = [&](auto test) {
    return std::any_of(project.models.begin(), project.models.end(), test);
  };
  const pmm::Background& picture = project.picture;
  const bool is_placed = picture.x != 0 || picture.y != 0 || picture.scale != 1.0f;
  const pmm::File usual;
  const std::pair<bool, const char*> parts[] = {
      {moves(project), "motion (keys)"},
      {!project.sound.empty() && sound_of(project, file).empty(), "sound"},
      {is_shown(project.video), "video"},
      {is_shown(picture) && is_placed, "place and size of the background picture"},
      {project.camera_parent.model >= 0, "the camera's parent"},
      {project.edge_colour != usual.edge_colour, "colour of edges"},
      {any_model([](const pmm::Model& model) { return model.edge_width != 1.0f; }), "width of edges"},
      {any_model(has_physics_off), "bones with physics off"},
      {project.physics != 0 && project.gravity.noise_on != 0, "noise of gravity"},
      {project.self_shadow != 0 && project.self_shadow_distance != usual.self_shadow_distance,
       "range of self shadow"}};
  std::vector<std::string> out;
  for (const auto& [is_there, name] : parts)
    if (is_there) out.emplace_back(name);
  return out;
}

SceneFile scene_of(std::vector<SceneFigure> figures) {
  SceneFile out;
  static_cast<SceneFigure&>(out) = std::move(figures.front());
  out.figures.assign(std::make_move_iterator(figures.begin() + 1), std::make_move_iterator(figures.end()));
  return out;
}

}  // namespace

Result<SceneFile> scene_of_project(ByteSpan bytes, const std::string& file) {
  MMD_TRY(pmm::File read, read_project(bytes, file));
  const Project project{std::move(read)};
  std::vector<SceneFigure> figures;
  std::vector<SceneOption> options;
  const auto add = [&](SceneFigure figure, const ScenePlace& place, bool visible) {
    figures.push_back(std::move(figure));
    options.emplace_back("place", place_text(place));
    if (!visible) options.emplace_back("hide", fmt::format("{}:*", figures.size()));
  };
  for (const std::size_t i : project.models) {
    const pmm::Model& model = project.file.models[i];
    MMD_TRY(auto figure, figure_of(model, file));
    figure.number = i + 1;
    add(std::move(figure), place_of(project, model, figures.size() + 1), model.visible != 0);
  }
  for (const std::size_t i : project.accessories) {
    const pmm::Accessory& accessory = project.file.accessories[i];
    SceneFigure figure;
    figure.number = figures.size() + 1;
    figure.files.push_back(file_of_project(file, accessory.path));
    add(std::move(figure), place_of(project, accessory, figures.size() + 1), accessory.visible());
  }
  if (figures.empty()) return fail(in_file(make_error("the project has no models and no accessories"), file));
  SceneFile out = scene_of(std::move(figures));
  out.options = std::move(options);
  out.active = std::max<std::size_t>(project.figure_of_model(project.file.selected_model), 1);
  add_camera(project.file, out.options);
  add_light(project.file, out.options);
  add_settings(project.file, file, out.options);
  if (std::string sound = sound_of(project.file, file); !sound.empty())
    out.options.emplace_back("audio", std::move(sound));
  if (const auto parts = left_out(project.file, file); !parts.empty())
    out.warnings.push_back(
        in_file(make_warning(fmt::format("left out of the scene: {}", fmt::join(parts, ", "))), file));
  return out;
}

}  // namespace mmd
