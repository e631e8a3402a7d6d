// A PMM as a scene. What is left out: keys, sound, video, the camera's parent, colour and width of edges
// (docs/user/formats.md).
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/handedness.h"
#include "document/pmm_project.h"
#include "options/scene_file.h"
#include "pose/camera_track.h"
#include "scene/camera.h"

namespace mmd {
namespace {

/// MMD's gravity is a tenth of that of its physics world.
constexpr float gravity_factor = 10.0f;

std::string three(const vec3& v) {
  return fmt::format("{},{},{}", v.x, v.y, v.z);
}

/// Numbers of figures, from 1: the models in the order of the file, then the accessories.
std::size_t figure_of_model(const pmm::File& project, std::int32_t id) {
  for (std::size_t i = 0; i < project.models.size(); ++i)
    if (project.models[i].id == id) return i + 1;
  return 0;
}

/// Hangs a place on a bone of a model; `number`: of the figure itself.
void hang(const pmm::File& project, const pmm::BoneOf& parent, std::size_t number, ScenePlace& place) {
  const std::size_t carrier = figure_of_model(project, parent.model);
  if (parent.model < 0 || carrier == 0 || carrier == number) return;
  const auto& bones = project.models[carrier - 1].bones;
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
ScenePlace place_of(const pmm::File& project, const pmm::Model& model, std::size_t number) {
  ScenePlace out;
  for (const pmm::CurrentParent& parent : model.parents)
    if (out.carrier == 0) hang(project, parent.parent, number, out);
  return out;
}

ScenePlace place_of(const pmm::File& project, const pmm::Accessory& accessory, std::size_t number) {
  ScenePlace out;
  out.position = accessory.position;
  out.degrees = glm::degrees(accessory.rotation);
  out.scale = std::clamp(accessory.scale, 1e-4f, 1e4f);
  out.opacity = std::clamp(accessory.alpha(), 0.0f, 1.0f);
  out.ground_shadow = accessory.shadow != 0;
  out.drawn_first = accessory.draw_order < project.accessory_split;
  hang(project, accessory.parent, number, out);
  return out;
}

/// The camera on the screen; while a model is selected, that of the keys (docs/dev/semantics.md, "PMM").
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
  out.emplace_back("camera", three(mirror(camera.eye)) + "," + three(mirror(camera.target)));
  out.emplace_back("fov", fmt::format("{}", camera.fov_degrees));
  if (camera.orthographic) out.emplace_back("ortho", "");
  if (camera.up) out.emplace_back("roll", fmt::format("{}", mmd_camera_from(camera).angles.z));
}

void add_light(const pmm::File& project, std::vector<SceneOption>& out) {
  const LightSample light = shown_light(project);
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  if (light.direction != vec3(0.0f)) out.emplace_back("light-direction", three(mirror(light.direction)));
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
  if (project.physics == 0) out.emplace_back("no-physics", "");
  if (project.ground_physics != 0) out.emplace_back("ground", "");
  const vec3 gravity = project.gravity.direction * (project.gravity.acceleration * gravity_factor);
  out.emplace_back("gravity", three(gravity));
}

}  // namespace

Result<SceneFile> scene_of_project(ByteSpan bytes, const std::string& file) {
  MMD_TRY(const pmm::File project, read_project(bytes, file));
  std::vector<SceneFigure> figures;
  SceneFile out;
  const auto add = [&](SceneFigure figure, const ScenePlace& place, bool visible) {
    figure.number = figures.size() + 1;
    figures.push_back(std::move(figure));
    out.options.emplace_back("place", place_text(place));
    if (!visible) out.options.emplace_back("hide", fmt::format("{}:*", figures.size()));
  };
  for (const pmm::Model& model : project.models) {
    MMD_TRY(auto figure, figure_of(model, file));
    add(std::move(figure), place_of(project, model, figures.size() + 1), model.visible != 0);
  }
  std::vector<const pmm::Accessory*> accessories;
  for (const pmm::Accessory& accessory : project.accessories) accessories.push_back(&accessory);
  std::stable_sort(accessories.begin(), accessories.end(),
                   [](const auto* a, const auto* b) { return a->draw_order < b->draw_order; });
  for (const pmm::Accessory* accessory : accessories) {
    SceneFigure figure;
    figure.files.push_back(file_of_project(file, accessory->path));
    add(std::move(figure), place_of(project, *accessory, figures.size() + 1), accessory->visible());
  }
  if (figures.empty()) return fail(in_file(make_error("the project has no models and no accessories"), file));
  add_camera(project, out.options);
  add_light(project, out.options);
  add_settings(project, file, out.options);
  static_cast<SceneFigure&>(out) = std::move(figures.front());
  out.figures.assign(std::make_move_iterator(figures.begin() + 1), std::make_move_iterator(figures.end()));
  return out;
}

}  // namespace mmd
