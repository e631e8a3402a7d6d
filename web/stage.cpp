// The calls of the viewer: everything that draws.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "assets/image.h"
#include "base/errors.h"
#include "document/framing.h"
#include "pose/pose.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/input.h"
#include "scene/load.h"
#include "web/exports.h"

namespace mmd::web {
namespace {

/// What the viewer shows besides the session's figures.
struct Stage {
  std::unique_ptr<Renderer> renderer;
  std::optional<Camera> own;     ///< the camera of the picture
  bool is_moved = false;         ///< the user moved it
  CameraChoice camera_of_scene;  ///< of the scene that was opened last
};

Stage& stage() {
  static Stage one;
  return one;
}

Result<void> ready(const Core& core) {
  if (stage().renderer == nullptr)
    return fail("there is no WebGL context", "wait until the browser gives it back");
  if (!core.is_loaded()) return fail("no model is loaded", "call load first");
  return {};
}

Result<Json> start(Core&, const Json&) {
  MMD_TRY(load_gl_functions());
  MMD_TRY(stage().renderer, Renderer::create());
  return Json{{"driver", gl_description()}, {"software", draws_on_cpu()}};
}

/// The WebGL context is lost: until the next start nothing is drawn.
Result<Json> stop(Core&, const Json&) {
  stage().renderer.reset();
  return Json::object();
}

/// Sets camera and light for a picture of that size, of both sessions.
Session& aim(Core& core, float aspect) {
  Session& session = core.session();
  if (!stage().own || (core.arrangement().camera.follows_motion() && session.camera_state().camera)) {
    session.aim(aspect);
    stage().own = session.scene().camera;
  }
  session.set_camera(*stage().own);
  if (Session* other = core.other()) other->set_camera(*stage().own);
  return session;
}

/// As Core::open_scene(), with the scene's camera.
Result<Json> open_scene(Core& core, const Json& call) {
  MMD_TRY(auto answer, core.open_scene(call));
  stage().camera_of_scene = core.arrangement().camera;
  stage().own.reset();
  stage().is_moved = false;
  return answer;
}

/// As Core::add() and remove(); a camera that was not moved fits the models again.
template <auto member>
Result<Json> change_models(Core& core, const Json& call) {
  MMD_TRY(auto answer, (core.*member)(call));
  if (!stage().is_moved) stage().own.reset();
  return answer;
}

Result<Json> look(Core& core, const Json& call) {
  RenderSettings& look = core.arrangement().look;
  look.edge = call.value("edge", look.edge);
  look.toon = call.value("toon", look.toon);
  look.sphere = call.value("sphere", look.sphere);
  look.ground_shadow = call.value("groundShadow", look.ground_shadow);
  look.self_shadow = call.value("selfShadow", look.self_shadow);
  look.skeleton = call.value("skeleton", look.skeleton);
  look.grid = call.value("grid", look.grid);
  if (const auto colour = call.find("background"); colour != call.end()) {
    const auto rgba = colour->get<std::vector<float>>();
    if (rgba.size() != 4) return fail("background: 4 numbers are needed");
    look.background = vec4(rgba[0], rgba[1], rgba[2], rgba[3]);
  }
  return Json::object();
}

/// {name}: a view that is fitted, "motion", or "scene" for the camera of the scene; or {camera, fov}: eye and
/// target in MMD's space, degrees.
Result<Json> view(Core& core, const Json& call) {
  CameraChoice choice{View::fit, {}, {}, false, {}};
  if (const auto fov = call.find("fov"); fov != call.end()) choice.fov_degrees = fov->get<float>();
  if (const auto camera = call.find("camera"); camera != call.end())
    choice.eye_and_target = camera->get<std::array<float, 6>>();
  const auto name = call.value("name", std::string("fit"));
  if (name == "scene") {
    choice = stage().camera_of_scene;
  } else if (name == "motion") {
    choice.view.reset();
  } else {
    choice.view = view_from_name(name);
    if (!choice.view)
      return fail("there is no view \"" + name + "\"",
                  "fit, front, back, left, right, top, three-quarter, bust, face, left-hand, right-hand, "
                  "feet, mmd, motion or scene");
  }
  core.arrangement().camera = choice;
  stage().own.reset();
  stage().is_moved = false;
  return Json::object();
}

Result<Json> move_camera(Core& core, const Json& call) {
  if (!stage().own) return Json::object();
  Camera& camera = *stage().own;
  stage().is_moved = true;
  if (CameraChoice& choice = core.arrangement().camera; choice.follows_motion()) choice.view = View::fit;
  if (call.contains("yaw") || call.contains("pitch"))
    orbit(camera, call.value("yaw", 0.0f), call.value("pitch", 0.0f));
  if (call.contains("right") || call.contains("up"))
    pan(camera, {call.value("right", 0.0f), call.value("up", 0.0f)});
  if (call.contains("zoom")) {
    const float factor = call.value("zoom", 1.0f);
    if (factor > 0.0f) zoom(camera, factor, {call.value("aboutRight", 0.0f), call.value("aboutUp", 0.0f)});
  }
  return Json::object();
}

Result<Json> compare(Core& core, const Json& call) {
  if (!core.is_loaded()) return fail("no model is loaded", "call load first");
  core.compare(call.value("on", true));
  return Json::object();
}

Json warnings_of(Renderer& renderer) {
  Json out = Json::array();
  for (const Diagnostic& d : renderer.take_warnings()) out.push_back(json_of(d));
  return out;
}

Result<Json> draw(Core& core, const Json& call) {
  MMD_TRY(ready(core));
  const int width = std::max(call.value("width", 1), 1), height = std::max(call.value("height", 1), 1);
  Renderer& renderer = *stage().renderer;
  const int panes = core.other() != nullptr ? 2 : 1;
  const int pane = width / panes;
  const Session& session = aim(core, static_cast<float>(std::max(pane, 1)) / static_cast<float>(height));
  if (panes == 1) {
    renderer.draw(session.scene(), width, height);
  } else {
    const Tile left{0, 0, pane, height}, right{pane, 0, width - pane, height};
    renderer.draw(session.scene(), Placement{left, left});
    renderer.draw(core.other()->scene(), Placement{right, right});
  }
  return Json{{"diagnostics", warnings_of(renderer)}};
}

Result<Json> picture(Core& core, const Json& call) {
  MMD_TRY(ready(core));
  const int width = call.value("width", 1024), height = call.value("height", 1024);
  if (width < 1 || height < 1) return fail("width and height must be at least 1");
  const auto own = stage().own;
  if (call.value("fit", false)) stage().own.reset();
  const Session& session = aim(core, static_cast<float>(width) / static_cast<float>(height));
  auto image = stage().renderer->render(session.scene(), width, height, call.value("samples", 4));
  stage().own = own;
  if (!image) return fail(image.error());
  MMD_TRY(auto png, encode_png(*image));
  core.set_bytes(std::move(png));
  return Json{{"diagnostics", warnings_of(*stage().renderer)}};
}

/// {file, width, height}: a small picture of the model in a pose's file, or at rest without one, without
/// bodies. Does not change what is shown.
Result<Json> thumbnail(Core& core, const Json& call) {
  MMD_TRY(ready(core));
  const int width = std::clamp(call.value("width", 96), 1, 1024);
  const int height = std::clamp(call.value("height", 128), 1, 1024);
  Figure figure;
  figure.number = 1;
  figure.loaded = core.arrangement().subject().loaded;
  figure.shows = Shows::pose;
  Pose pose(figure.model());
  if (const auto file = call.value("file", std::string()); !file.empty()) {
    MMD_TRY(auto input, read_input(file));
    MMD_TRY(input, unwrap_pose(std::move(input)));
    MMD_TRY(const auto loaded, load_pose(input.bytes, path_from_utf8(input.name)));
    apply_vpd(loaded.file, figure.model(), pose);
  }
  figure.edited = std::make_shared<const Pose>(std::move(pose));
  Arrangement small;
  small.figures.push_back(std::move(figure));
  small.look.self_shadow = small.look.ground_shadow = false;
  small.camera = {View::fit, {}, {}, false, {}};
  Session session(std::move(small));
  session.show_bones(0.0);
  session.aim(static_cast<float>(width) / static_cast<float>(height));
  MMD_TRY(const auto image, stage().renderer->render(session.scene(), width, height, 4));
  MMD_TRY(auto png, encode_png(image));
  core.set_bytes(std::move(png));
  return Json::object();
}

struct Hit {
  float distance = std::numeric_limits<float>::infinity();
  std::size_t actor = 0;  ///< index in the scene
  std::size_t index = 0;  ///< of the triangle's first corner in Model::indices
};

/// Takes the nearest triangle of an actor that a ray meets (Möller and Trumbore), if it is nearer than `hit`.
void take_hit(const Scene& scene, std::size_t number, const vec3& from, const vec3& direction, Hit& hit) {
  const Actor& actor = *scene.actors[number];
  const auto positions = actor.posed_positions();
  const Model& model = actor.model();
  for (std::size_t material = 0; material < model.materials.size(); ++material) {
    if (is_hidden(actor.materials()[material])) continue;
    const std::size_t first = model.materials[material].first_index;
    for (std::size_t i = first; i + 2 < first + model.materials[material].index_count; i += 3) {
      const vec3 a = positions[model.indices[i]];
      const vec3 ab = positions[model.indices[i + 1]] - a, ac = positions[model.indices[i + 2]] - a;
      const vec3 p = glm::cross(direction, ac);
      const float determinant = glm::dot(ab, p);
      if (determinant == 0.0f) continue;
      const vec3 to = from - a, q = glm::cross(to, ab);
      const float u = glm::dot(to, p) / determinant, v = glm::dot(direction, q) / determinant;
      const float t = glm::dot(ac, q) / determinant;
      if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f && t > 0.0f && t < hit.distance) hit = {t, number, i};
    }
  }
}

/// The bone with the largest weight at a vertex.
std::uint32_t strongest_bone(const VertexStreams& vertices, std::size_t vertex) {
  const vec4 weights = vertices.weights[vertex];
  int best = 0;
  for (int i = 1; i < 4; ++i)
    if (weights[i] > weights[best]) best = i;
  return vertices.bones[vertex][static_cast<std::size_t>(best)];
}

/// {x, y}: -1 to 1 from the left and the bottom of the first pane, {aspect}. Answers with what is there.
Result<Json> pick(Core& core, const Json& call) {
  MMD_TRY(ready(core));
  const Scene& scene = core.session().scene();
  const Camera& camera = scene.camera;
  const mat4 clip =
      projection_matrix(camera, call.value("aspect", 1.0f), scene.enclosing_bounds()) * view_matrix(camera);
  const mat4 back = glm::inverse(clip);
  const vec2 at(call.value("x", 0.0f), call.value("y", 0.0f));
  const vec4 near = back * vec4(at, -1.0f, 1.0f), far = back * vec4(at, 1.0f, 1.0f);
  const vec3 from = vec3(near) / near.w, to = vec3(far) / far.w;
  Hit hit;
  for (std::size_t i = 0; i < scene.actors.size(); ++i)
    if (scene.actors[i]->is_seen()) take_hit(scene, i, from, glm::normalize(to - from), hit);
  if (hit.distance == std::numeric_limits<float>::infinity()) return Json::object();
  const Model& model = scene.actors[hit.actor]->model();
  const auto material = std::find_if(model.materials.begin(), model.materials.end(), [&](const Material& m) {
    return hit.index >= m.first_index && hit.index < m.first_index + m.index_count;
  });
  const std::uint32_t bone = strongest_bone(model.vertices, model.indices[hit.index]);
  return Json{{"model", core.arrangement().figures[hit.actor].number},
              {"material", material->name},
              {"bone", bone < model.bone_count() ? model.skeleton.bones[bone].name : std::string()}};
}

const bool calls_are_added = [] {
  auto& table = calls();
  table["start"] = start;
  table["stop"] = stop;
  table["openScene"] = open_scene;
  table["add"] = change_models<&Core::add>;
  table["remove"] = change_models<&Core::remove>;
  table["look"] = look;
  table["view"] = view;
  table["moveCamera"] = move_camera;
  table["compare"] = compare;
  table["draw"] = draw;
  table["picture"] = picture;
  table["pick"] = pick;
  table["thumbnail"] = thumbnail;
  return true;
}();

}  // namespace
}  // namespace mmd::web
