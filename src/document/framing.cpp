#include "document/framing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image_size.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/text.h"
#include "document/named_parts.h"
#include "scene/camera.h"
#include "scene/ground_shadow.h"
#include "scene/input.h"
#include "scene/texture_files.h"

namespace mmd {
namespace {

/// Rotates about the Y axis by `angle` radians, counter-clockwise seen from above.
vec3 about_vertical(const vec3& v, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

/// Points rotated about the vertical axis through `centre`, as a camera on a turntable sees them.
std::vector<vec3> swept(std::span<const vec3> points, const vec3& centre) {
  constexpr int directions = 24;
  std::vector<vec3> out;
  out.reserve(points.size() * directions);
  for (const vec3& p : points)
    for (int i = 0; i < directions; ++i)
      out.push_back(centre + about_vertical(p - centre, 2.0f * pi * static_cast<float>(i) / directions));
  return out;
}

/// The vertices of all actors, without outliers beyond `bounds`.
std::vector<vec3> points_of_all(const Scene& scene, const Bounds& bounds) {
  std::vector<vec3> out;
  for (const auto& actor : scene.actors)
    for (const vec3& p : actor->posed_positions())
      if (glm::clamp(p, bounds.min, bounds.max) == p) out.push_back(p);
  return out;
}

/// The X component of the summed face normals, weighted by area.
float facing_x(const Scene& scene) {
  float out = 0.0f;
  for (const auto& actor : scene.actors) {
    const auto positions = actor->posed_positions();
    const auto& indices = actor->model().indices;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      const vec3& a = positions[indices[i]];
      out += glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a).x;
    }
  }
  return out;
}

/// The front view, unless a flat model would be seen edge-on.
View view_of_whole(const Scene& scene) {
  const Bounds bounds = scene.posed_bounds();
  const vec3 size = bounds.max - bounds.min;
  const float flat = 1e-4f * std::max({size.x, size.y, size.z});
  if (size.y <= flat) return View::top;
  if (size.x <= flat) return facing_x(scene) < 0.0f ? View::right : View::left;
  return View::fit;
}

Camera fitted(View view, const Scene& scene, float aspect, float fov_degrees, Framing framing) {
  const auto shadow = shows_whole(view) ? ground_shadow_outline(scene) : std::vector<vec3>();
  if (framing == Framing::turntable && shows_whole(view)) {
    const Bounds bounds = scene.posed_bounds();
    const vec3 centre = bounds.centre();
    return fitted_camera(view, bounds, aspect, fov_degrees, swept(points_of_all(scene, bounds), centre),
                         swept(shadow, centre));
  }
  return fitted_camera(view, bounds_for(scene, view), aspect, fov_degrees, points_for(scene, view), shadow);
}

Camera rolled(const Camera& camera, const CameraChoice& choice) {
  if (!choice.roll_degrees) return camera;
  MmdCamera turned = mmd_camera_from(camera);
  turned.angles.z = *choice.roll_degrees;
  return camera_from(turned);
}

/// One axis of the picture. The borders of the visible area are the lines coordinate ± slope * depth = limit.
struct PictureAxis {
  float slope;
  float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::max();

  void add(float coordinate, float depth) {
    low = std::min(low, slope * depth - coordinate);
    high = std::min(high, slope * depth + coordinate);
  }
  /// The depth and coordinate where the borders meet.
  float depth() const { return (low + high) / (2.0f * slope); }
  float coordinate() const { return (high - low) / 2.0f; }
};

}  // namespace

bool is_fitted(const CameraChoice& choice, const PosedState& state) {
  if (choice.eye_and_target || (state.camera && choice.follows_motion())) return false;
  return choice.view != View::mmd;
}

Camera camera_for(const CameraChoice& choice, const PosedState& state, const Scene& scene, float aspect,
                  Framing framing) {
  Camera camera;
  if (state.camera && choice.follows_motion()) {
    camera = camera_from(*state.camera);
    camera.orthographic = camera.orthographic || choice.orthographic;
    camera.fov_degrees = choice.fov_degrees.value_or(camera.fov_degrees);
    return rolled(camera, choice);
  }
  const float fov_degrees = choice.fov_degrees.value_or(default_fov_degrees);
  if (choice.eye_and_target) {
    const auto& c = *choice.eye_and_target;
    camera.eye = mirror(vec3(c[0], c[1], c[2]));
    camera.target = mirror(vec3(c[3], c[4], c[5]));
    camera.fov_degrees = fov_degrees;
  } else {
    View view = choice.view.value_or(View::fit);
    if (view == View::fit) view = view_of_whole(scene);
    camera = fitted(view, scene, aspect, fov_degrees, framing);
  }
  camera.orthographic = choice.orthographic;
  return rolled(camera, choice);
}

Camera turned(Camera camera, float angle) {
  if (angle == 0.0f) return camera;
  const vec3 back = camera.eye - camera.target;
  const bool vertical = std::hypot(back.x, back.z) < 1e-4f * camera.distance();
  if (vertical && !camera.up) camera.up = vec3(0.0f, 0.0f, back.y > 0.0f ? -1.0f : 1.0f);
  if (camera.up) camera.up = about_vertical(*camera.up, angle);
  camera.eye = camera.target + about_vertical(back, angle);
  return camera;
}

Light light_for(const LightChoice& choice, const PosedState& state) {
  Light light;
  if (state.light) light = {state.light->colour, glm::normalize(state.light->direction)};
  if (choice.direction) light.direction = glm::normalize(mirror(*choice.direction));
  if (choice.colour) light.colour = *choice.colour;
  return light;
}

float light_turn(const Camera& camera) {
  const vec3 back = camera.eye - camera.target;
  return glm::length(vec2(back.x, back.z)) < 1e-4f ? 0.0f : std::atan2(back.x, back.z);
}

vec3 turned(const vec3& direction, float angle) {
  return about_vertical(direction, angle);
}

std::span<const NamedLight> named_lights() {
  // As a light stands for a figure that looks at the camera, which looks along +Z.
  static constexpr NamedLight lights[] = {
      {"mmd", {-0.5f, -1.0f, 0.5f}},           {"front", {0.0f, -0.4f, 1.0f}},
      {"three-quarter", {-0.8f, -0.7f, 0.8f}}, {"side", {-1.0f, -0.45f, 0.15f}},
      {"back", {-0.45f, -0.6f, -1.0f}},        {"top", {0.0f, -1.0f, 0.12f}}};
  return lights;
}

Light light_for(const LightChoice& choice, const PosedState& state, const Camera& camera) {
  Light light = light_for(choice, state);
  const float turn = choice.follows_camera ? light_turn(camera) : 0.0f;
  if (turn != 0.0f) light.direction = glm::normalize(turned(light.direction, turn));
  return light;
}

vec3 place_beside(const Scene& scene, const Model& model) {
  constexpr float gap = 1.0f;  // MMD units between two models in their rest poses
  float right = -std::numeric_limits<float>::infinity();
  for (const auto& actor : scene.actors)
    if (!actor->model().is_accessory)
      right = std::max(right, actor->placement().translation.x + actor->model().bounds_max.x);
  if (!std::isfinite(right)) return vec3(0.0f);
  return {right + gap - model.bounds_min.x, 0.0f, 0.0f};
}

// The view volumes are pyramids of the same shape and direction, and such a pyramid contains another one
// exactly if it contains its tip. The result's eye is therefore the farthest point along the view that still
// has all other eyes within its borders.
Camera covering_camera(std::span<const Camera> cameras, float aspect) {
  Camera out = cameras.front();
  const mat4 view = view_matrix(out);
  const vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
  const vec3 along(-view[0][2], -view[1][2], -view[2][2]);
  const float slope = std::tan(glm::radians(out.fov_degrees) * 0.5f);
  PictureAxis across{slope * aspect}, upwards{slope};
  float farthest = std::numeric_limits<float>::lowest();  // depth of the targets
  for (const Camera& camera : cameras) {
    const float depth = glm::dot(camera.eye, along);
    across.add(glm::dot(camera.eye, right), depth);
    upwards.add(glm::dot(camera.eye, up), depth);
    farthest = std::max(farthest, glm::dot(camera.target, along));
    // Where the shadow fades for one camera, it leaves that camera's picture.
    out.shadow_fade = glm::max(out.shadow_fade, camera.shadow_fade);
  }
  const float depth = std::min(across.depth(), upwards.depth());
  out.eye = across.coordinate() * right + upwards.coordinate() * up + depth * along;
  out.target = out.eye + (farthest - depth) * along;
  return out;
}

RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model) {
  RenderSettings settings = look;
  settings.highlight = highlight.empty() ? none : find_bone_called(model, highlight);
  const Effects::DepthOfField& focus = look.effects.depth_of_field;
  settings.focus = focus.on ? bone_in_focus(model, focus.bone) : none;
  return settings;
}

std::int32_t bone_in_focus(const Model& model, const std::string& name) {
  if (name.empty()) return none;
  if (name != "face") return find_bone_called(model, name);
  for (const char* part : {"左目", "右目", "頭"})
    if (const std::int32_t bone = find_bone_called(model, part); bone != none) return bone;
  return none;
}

bool lacks_bone_for_weights(const RenderSettings& look, const std::string& highlight) {
  return highlight.empty() && look.shading == Shading::weights;
}

namespace {

/// Decodes a picture, halved until it fits into `memory` bytes.
Result<Image> decode_bounded(ByteSpan bytes, std::uint64_t memory, Diagnostics& diagnostics) {
  std::vector<TextureFile> picture(1);
  TextureFile& file = picture.front();
  file.size = image_size(bytes);
  file.scales_while_decoding = scales_while_decoding(bytes);
  const std::uint64_t wanted = memory_of(picture);
  if (fit_into(memory, picture) > 0)
    diagnostics.push_back(
        make_warning(fmt::format("the picture needs {} MiB, the limit is {} MiB: it is scaled down",
                                 wanted >> 20, memory >> 20),
                     fmt::format("--texture-memory {} keeps its size", (wanted >> 20) + 1)));
  if (auto too_large = too_large_to_decode(file, memory)) return fail(std::move(*too_large));
  return decode_image_halved(bytes, file.halvings);
}

}  // namespace

Result<std::shared_ptr<const BackgroundPicture>> load_background_picture(const std::string& file) {
  constexpr std::uint64_t max_file_size = std::uint64_t{256} << 20;
  auto bytes = read_file(path_from_utf8(file), max_file_size);
  if (!bytes) return fail(in_file(std::move(bytes.error()), file));
  Diagnostics diagnostics;
  auto image = decode_bounded(*bytes, load_limits().texture_memory, diagnostics);
  if (!image) return fail(in_file(std::move(image.error()), file));
  image->spare_mips = std::make_shared<SpareMips>(build_mips(*image));
  BackgroundPicture out{file, std::make_shared<const Image>(std::move(*image)), content_hash(*bytes)};
  for (Diagnostic& d : diagnostics) out.diagnostics.push_back(in_file(std::move(d), file));
  return std::make_shared<const BackgroundPicture>(std::move(out));
}

Result<void> load_background_picture(RenderSettings& look) {
  if (look.background_picture == nullptr || look.background_picture->image != nullptr) return {};
  MMD_TRY(look.background_picture, load_background_picture(look.background_picture->file));
  return {};
}

bool has_picture_extension(std::string_view file) {
  constexpr std::array<std::string_view, 6> endings = {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".gif"};
  const std::string extension = fold_name(to_utf8(path_from_utf8(file).extension()));
  return std::find(endings.begin(), endings.end(), extension) != endings.end();
}

}  // namespace mmd
