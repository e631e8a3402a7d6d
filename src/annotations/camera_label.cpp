#include <algorithm>
#include <cmath>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"

namespace mmd {
namespace {

/// The loaders of NeRF tools (instant-ngp, nerfstudio) have Z up: scene space (x, y, z) becomes (x, -z, y).
const glm::dmat4 scene_to_nerf(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                               1.0);

/// Side of the box around the origin that instant-ngp trains: a power of two up to 128, in instant-ngp's
/// units, each about three units of the file.
int aabb_scale(const Bounds& bounds) {
  constexpr float ngp_scale = 1.0f / 3.0f;
  constexpr int largest = 128;
  const vec3 farthest = glm::max(glm::abs(bounds.min), glm::abs(bounds.max));
  const float wanted = 2.0f * ngp_scale * std::max(farthest.x, std::max(farthest.y, farthest.z));
  int out = 1;
  while (out < largest && static_cast<float>(out) < wanted) out *= 2;
  return out;
}

/// Camera to scene space for OpenGL's camera: X right, Y up, looking along -Z.
glm::dmat4 camera_to_scene(const PictureCamera& camera) {
  const glm::dmat3 back = glm::transpose(camera.rotation);
  const glm::dvec3 eye = -(back * camera.translation);
  return {glm::dvec4(back[0], 0.0), glm::dvec4(-back[1], 0.0), glm::dvec4(-back[2], 0.0),
          glm::dvec4(eye, 1.0)};
}

Json opencv_json(const PictureCamera& camera) {
  glm::dmat3 intrinsics(1.0);
  intrinsics[0][0] = camera.focal.x;
  intrinsics[1][1] = camera.focal.y;
  intrinsics[2] = glm::dvec3(camera.principal, 1.0);
  glm::dmat4 extrinsics(camera.rotation);
  extrinsics[3] = glm::dvec4(camera.translation, 1.0);
  return {{"intrinsics", json_of(intrinsics)}, {"world_to_camera", json_of(extrinsics)}};
}

}  // namespace

Bytes camera_label(const LabelSource& source, const std::string& file) {
  const PictureCamera& camera = source.camera;
  Json frame{{"file_path", file},       {"w", camera.width},      {"h", camera.height},
             {"fl_x", camera.focal.x},  {"fl_y", camera.focal.y}, {"cx", camera.principal.x},
             {"cy", camera.principal.y}};
  if (!camera.orthographic) {
    frame["camera_angle_x"] = 2.0 * std::atan(camera.principal.x / camera.focal.x);
    frame["camera_angle_y"] = 2.0 * std::atan(camera.principal.y / camera.focal.y);
  }
  frame["transform_matrix"] = json_of(scene_to_nerf * camera_to_scene(camera));
  frame["opencv"] = opencv_json(camera);
  frame["opengl"] = {{"view", json_of(glm::dmat4(camera.view))},
                     {"projection", json_of(glm::dmat4(camera.projection))}};
  Json out{{"camera_model", camera.orthographic ? "ORTHOGRAPHIC" : "PINHOLE"}};
  for (const char* key : shared_camera_keys)
    if (frame.contains(key)) out[key] = frame[key];
  out["aabb_scale"] = aabb_scale(source.bounds);
  // nerfstudio's key for the transform of the matrices; it has three rows.
  out["applied_transform"] = json_of(scene_to_nerf);
  out["applied_transform"].erase(3);
  out["metres_per_unit"] = metres_per_unit;
  out["frames"] = Json::array({frame});
  return file_of(out);
}

}  // namespace mmd
