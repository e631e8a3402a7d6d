#include "annotations/label_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/body_parts.h"

namespace mmd {
namespace {

vec3 place_at_rest(const Model& model, const KeypointAnchor& anchor) {
  if (anchor.bone != none) return model.bone(anchor.bone).rest + anchor.offset;
  return vec3(place_among(anchor, model.vertices.position));
}

/// The positions of vertices that faces use.
std::vector<vec3> used_positions(const Model& model) {
  std::vector<bool> used(model.vertices.size());
  for (const std::uint32_t index : model.indices) used[index] = true;
  std::vector<vec3> out;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) out.push_back(model.vertices.position[i]);
  return out;
}

/// Distance of the mesh around a joint: the farthest of the nearest vertices of each octant, because a joint
/// may be closer to one side of its limb.
float distance_within(const std::vector<vec3>& points, const vec3& joint) {
  constexpr float nothing = std::numeric_limits<float>::max();
  std::array<float, 8> nearest;
  nearest.fill(nothing);
  for (const vec3& p : points) {
    const vec3 away = p - joint;
    float& of_octant =
        nearest[(away.x > 0.0f ? 1u : 0u) + (away.y > 0.0f ? 2u : 0u) + (away.z > 0.0f ? 4u : 0u)];
    of_octant = std::min(of_octant, glm::dot(away, away));
  }
  float farthest = 0.0f;
  for (const float squared : nearest)
    if (squared < nothing) farthest = std::max(farthest, squared);
  return std::sqrt(farthest);
}

/// Distance of the eighth nearest point. For a place on the mesh it measures how fine the mesh is there.
float distance_along(const std::vector<vec3>& points, const vec3& place) {
  std::array<float, 8> nearest;
  nearest.fill(std::numeric_limits<float>::max());
  for (const vec3& p : points) {
    const vec3 away = p - place;
    const float squared = glm::dot(away, away);
    if (squared >= nearest.back()) continue;
    *std::upper_bound(nearest.begin(), nearest.end() - 1, squared) = squared;
    std::sort(nearest.begin(), nearest.end());
  }
  return nearest.back() < std::numeric_limits<float>::max() ? std::sqrt(nearest.back()) : 0.0f;
}

/// ModelMarks::reach. The factor excludes other limbs: the front of an equally thick limb right before this
/// one is three times as far from the joint as this limb's own front.
float reach_of_joint(const std::vector<vec3>& points, const vec3& joint) {
  return 1.25f * distance_within(points, joint);
}

float reach_of(const Model& model, const std::vector<vec3>& points, const KeypointAnchor& anchor) {
  if (!anchor.is_known()) return 0.0f;
  const vec3 place = place_at_rest(model, anchor);
  if (anchor.bone != none) return reach_of_joint(points, place);
  // A single vertex is on the mesh, possibly under hair; the mean of several is slightly below the mesh.
  const bool is_landmark = anchor.vertices.size() == 1 && anchor.weights.empty();
  return (is_landmark ? 0.5f : 2.0f) * distance_along(points, place);
}

}  // namespace

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

std::shared_ptr<const ModelMarks> find_marks(const Model& model) {
  auto marks = std::make_shared<ModelMarks>();
  const std::vector<vec3> points = used_positions(model);
  for (const Bone& bone : model.skeleton.bones) marks->reach.push_back(reach_of_joint(points, bone.rest));
  marks->part = parts_of_bones(model);
  marks->hair = hair_materials(model);
  const Landmarks landmarks = find_landmarks(model, marks->part);
  const FacePoints face = find_face_points(model, marks->part, landmarks);
  marks->anchors = find_anchors(model, landmarks, face);
  marks->face_lacks = face.lacks;
  for (const KeypointAnchor& anchor : marks->anchors)
    marks->anchor_reach.push_back(reach_of(model, points, anchor));
  return marks;
}

}  // namespace mmd
