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
  RenderSettings look;
  CameraChoice camera{View::fit, {}, {}, false, {}};
  std::optional<Camera> own;  ///< moved by the user
  bool follows_motion = false;
};

Stage& stage() {
  static Stage one;
  return one;
}

Result<void> ready(const Session& session) {
  if (stage().renderer == nullptr) return fail("there is no renderer", "call start with a WebGL 2 context");
  if (!session.is_loaded()) return fail("no model is loaded", "call load first");
  return {};
}

Result<Json> start(Session&, const Json&) {
  MMD_TRY(load_gl_functions());
  MMD_TRY(stage().renderer, Renderer::create());
  return Json{{"driver", gl_description()}, {"software", draws_on_cpu()}};
}

/// Sets camera, light and look of a figure's scene for a picture of that size.
void aim(Figure& figure, float aspect, bool is_first) {
  Scene& scene = figure.scene();
  scene.settings = stage().look;
  scene.light = light_for({}, figure.state());
  CameraChoice choice = stage().camera;
  if (stage().follows_motion) choice.view.reset();
  if (is_first && (!stage().own || (stage().follows_motion && figure.state().camera)))
    stage().own = camera_for(choice, figure.state(), scene, aspect);
  scene.camera = *stage().own;
}

Result<Json> look(Session&, const Json& call) {
  RenderSettings& look = stage().look;
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

/// {name}: a view that is fitted, or "motion"; or {camera, fov}: eye and target in MMD's space, degrees.
Result<Json> view(Session&, const Json& call) {
  CameraChoice choice{View::fit, {}, {}, false, {}};
  if (const auto fov = call.find("fov"); fov != call.end()) choice.fov_degrees = fov->get<float>();
  if (const auto camera = call.find("camera"); camera != call.end())
    choice.eye_and_target = camera->get<std::array<float, 6>>();
  const auto name = call.value("name", std::string("fit"));
  if (name != "motion") {
    choice.view = view_from_name(name);
    if (!choice.view)
      return fail("there is no view \"" + name + "\"",
                  "fit, front, back, left, right, top, three-quarter, bust, face, mmd or motion");
  }
  stage().camera = choice;
  stage().follows_motion = name == "motion";
  stage().own.reset();
  return Json::object();
}

Result<Json> move_camera(Session&, const Json& call) {
  if (!stage().own) return Json::object();
  Camera& camera = *stage().own;
  stage().follows_motion = false;
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

Result<Json> compare(Session& session, const Json& call) {
  MMD_TRY(ready(session));
  session.compare(call.value("on", true));
  return Json::object();
}

Json warnings_of(Renderer& renderer) {
  Json out = Json::array();
  for (const Diagnostic& d : renderer.take_warnings()) out.push_back(json_of(d));
  return out;
}

Result<Json> draw(Session& session, const Json& call) {
  MMD_TRY(ready(session));
  const int width = std::max(call.value("width", 1), 1), height = std::max(call.value("height", 1), 1);
  Renderer& renderer = *stage().renderer;
  Figure* const other = session.other();
  const int panes = other != nullptr ? 2 : 1;
  const int pane = width / panes;
  const float aspect = static_cast<float>(std::max(pane, 1)) / static_cast<float>(height);
  aim(session.figure(), aspect, true);
  if (other == nullptr) {
    renderer.draw(session.figure().scene(), width, height);
  } else {
    aim(*other, aspect, false);
    const Tile left{0, 0, pane, height}, right{pane, 0, width - pane, height};
    renderer.draw(session.figure().scene(), Placement{left, left});
    renderer.draw(other->scene(), Placement{right, right});
  }
  return Json{{"diagnostics", warnings_of(renderer)}};
}

Result<Json> picture(Session& session, const Json& call) {
  MMD_TRY(ready(session));
  const int width = call.value("width", 1024), height = call.value("height", 1024);
  if (width < 1 || height < 1) return fail("width and height must be at least 1");
  const auto own = stage().own;
  if (call.value("fit", false)) stage().own.reset();
  aim(session.figure(), static_cast<float>(width) / static_cast<float>(height), true);
  auto image = stage().renderer->render(session.figure().scene(), width, height, call.value("samples", 4));
  stage().own = own;
  if (!image) return fail(image.error());
  MMD_TRY(auto png, encode_png(*image));
  session.set_bytes(std::move(png));
  return Json{{"diagnostics", warnings_of(*stage().renderer)}};
}

/// {file, width, height}: a small picture of the model in a pose's file, or at rest without one, without
/// bodies. Does not change what is shown.
Result<Json> thumbnail(Session& session, const Json& call) {
  MMD_TRY(ready(session));
  const int width = std::clamp(call.value("width", 96), 1, 1024);
  const int height = std::clamp(call.value("height", 128), 1, 1024);
  const Model& model = session.document().model();
  Pose pose(model);
  if (const auto file = call.value("file", std::string()); !file.empty()) {
    MMD_TRY(auto input, read_input(file));
    MMD_TRY(input, unwrap_pose(std::move(input)));
    MMD_TRY(const auto loaded, load_pose(input.bytes, path_from_utf8(input.name)));
    apply_vpd(loaded.file, model, pose);
  }
  Figure figure(session.document(), Bodies::ignored);
  figure.play(false);
  figure.set_pose(pose, {});
  figure.show(0.0);
  Scene& scene = figure.scene();
  scene.settings.self_shadow = scene.settings.ground_shadow = false;
  scene.camera = camera_for({View::fit, {}, {}, false, {}}, figure.state(), scene,
                            static_cast<float>(width) / static_cast<float>(height));
  MMD_TRY(const auto image, stage().renderer->render(scene, width, height, 4));
  MMD_TRY(auto png, encode_png(image));
  session.set_bytes(std::move(png));
  return Json::object();
}

struct Hit {
  float distance = std::numeric_limits<float>::infinity();
  std::size_t index = 0;  ///< of the triangle's first corner in Model::indices
};

/// The nearest triangle that a ray meets (Möller and Trumbore).
std::optional<Hit> first_hit(const Actor& actor, const vec3& from, const vec3& direction) {
  const auto positions = actor.posed_positions();
  const Model& model = actor.model();
  Hit hit;
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
      if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f && t > 0.0f && t < hit.distance) hit = {t, i};
    }
  }
  if (hit.distance == std::numeric_limits<float>::infinity()) return std::nullopt;
  return hit;
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
Result<Json> pick(Session& session, const Json& call) {
  MMD_TRY(ready(session));
  const Actor& actor = session.figure().actor();
  const Camera& camera = session.figure().scene().camera;
  const mat4 clip =
      projection_matrix(camera, call.value("aspect", 1.0f), session.figure().scene().enclosing_bounds()) *
      view_matrix(camera);
  const mat4 back = glm::inverse(clip);
  const vec2 at(call.value("x", 0.0f), call.value("y", 0.0f));
  const vec4 near = back * vec4(at, -1.0f, 1.0f), far = back * vec4(at, 1.0f, 1.0f);
  const vec3 from = vec3(near) / near.w, to = vec3(far) / far.w;
  const auto hit = first_hit(actor, from, glm::normalize(to - from));
  if (!hit) return Json::object();
  const Model& model = actor.model();
  const auto material = std::find_if(model.materials.begin(), model.materials.end(), [&](const Material& m) {
    return hit->index >= m.first_index && hit->index < m.first_index + m.index_count;
  });
  const std::uint32_t bone = strongest_bone(model.vertices, model.indices[hit->index]);
  return Json{{"material", material->name},
              {"bone", bone < model.bone_count() ? model.skeleton.bones[bone].name : std::string()}};
}

const bool calls_are_added = [] {
  auto& table = calls();
  table["start"] = start;
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
