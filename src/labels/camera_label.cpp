#include "labels/camera_label.h"

#include <cmath>

#include "labels/label_json.h"

namespace mmd {
namespace {

/// Of OpenGL's camera: X right, Y up, looks along -Z.
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
  frame["transform_matrix"] = json_of(camera_to_scene(camera));
  frame["opencv"] = opencv_json(camera);
  frame["opengl"] = {{"view", json_of(glm::dmat4(camera.view))},
                     {"projection", json_of(glm::dmat4(camera.projection))}};
  return file_of({{"camera_model", camera.orthographic ? "ORTHOGRAPHIC" : "PINHOLE"},
                  {"metres_per_unit", metres_per_unit},
                  {"frames", Json::array({frame})}});
}

}  // namespace mmd
