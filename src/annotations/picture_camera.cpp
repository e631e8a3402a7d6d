#include <cmath>

#include "annotations/label_source.h"

namespace mmd {

std::optional<glm::dvec2> PictureCamera::pixel_of(const glm::dvec3& in_camera) const {
  const double depth = orthographic ? 1.0 : in_camera.z;
  if (!(depth > 1e-6)) return std::nullopt;
  const glm::dvec2 pixel = principal + focal * glm::dvec2(in_camera) / depth;
  if (!std::isfinite(pixel.x) || !std::isfinite(pixel.y)) return std::nullopt;
  return pixel;
}

std::optional<glm::dvec2> PictureCamera::pixel_in_picture(const glm::dvec3& in_camera) const {
  const auto pixel = pixel_of(in_camera);
  const bool inside = pixel && pixel->x >= 0.0 && pixel->y >= 0.0 && pixel->x < width && pixel->y < height;
  return inside ? pixel : std::nullopt;
}

PictureCamera::Sight PictureCamera::sight_of(const glm::dvec2& pixel) const {
  const glm::dvec2 at = (pixel - principal) / focal;
  if (orthographic) return {{at, 0.0}, {0.0, 0.0, 1.0}};
  return {glm::dvec3(0.0), {at, 1.0}};
}

PictureCamera picture_camera(const Camera& camera, const Bounds& bounds, int width, int height) {
  PictureCamera out;
  out.width = width;
  out.height = height;
  out.orthographic = camera.orthographic;
  out.view = view_matrix(camera);
  out.projection = projection_matrix(camera, static_cast<float>(width) / static_cast<float>(height), bounds);
  // OpenGL's camera space has Y up and looks along -Z.
  const glm::dmat3 turned(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
  out.rotation = turned * glm::dmat3(glm::mat3(out.view));
  out.translation = -(out.rotation * glm::dvec3(camera.eye));
  out.principal = glm::dvec2(width, height) * 0.5;
  out.focal =
      glm::dvec2(static_cast<double>(out.projection[0][0]), static_cast<double>(out.projection[1][1])) *
      out.principal;
  return out;
}

}  // namespace mmd
