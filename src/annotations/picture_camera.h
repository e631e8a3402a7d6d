#pragma once

#include <optional>

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "scene/camera.h"

namespace mmd {

/// A camera as pixels see it, in double precision. Camera space is OpenCV's: X right, Y down, Z along the
/// view, MMD units. Pixels count from the top left corner of the picture: the middle of the first is at
/// (0.5, 0.5).
struct PictureCamera {
  int width = 0, height = 0;
  bool orthographic = false;
  glm::dmat3 rotation{1.0};           ///< scene space to camera space, then …
  glm::dvec3 translation{0.0};        ///< … added
  glm::dvec2 focal{1.0};              ///< pixels; of an orthographic camera pixels per MMD unit
  glm::dvec2 principal{0.0};          ///< the middle of the picture
  mat4 view{1.0f}, projection{1.0f};  ///< OpenGL's, as the picture is drawn

  glm::dvec3 to_camera(const glm::dvec3& point) const { return rotation * point + translation; }
  /// Where a point of camera space is seen; nullopt behind the eye or in its plane.
  std::optional<glm::dvec2> pixel_of(const glm::dvec3& in_camera) const;
  std::optional<glm::dvec2> pixel_in_picture(const glm::dvec3& in_camera) const;
  /// The line of sight through a pixel: where it passes depth 0, and what it moves per depth.
  struct Sight {
    glm::dvec3 origin{0.0}, direction{0.0, 0.0, 1.0};
  };
  Sight sight_of(const glm::dvec2& pixel) const;
};

PictureCamera picture_camera(const Camera& camera, const Bounds& bounds, int width, int height);

}  // namespace mmd
