#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "annotations/keypoint_table.h"
#include "annotations/label_source.h"

namespace mmd {

/// The point of a face that is visible at the middle of a pixel.
struct SeenPoint {
  std::uint32_t pixel = 0;  ///< row * width + column
  std::uint32_t actor = 0;
  std::uint32_t face = 0;    ///< face of the actor's model; its indices start at 3 * face
  vec3 share{0.0f};          ///< barycentric coordinates in the face, sum 1
  float depth = 0.0f;        ///< along the view direction, MMD units
  bool from_behind = false;  ///< the back of the face is visible
};

/// The visible points of all pixels in their order, without background pixels.
std::vector<SeenPoint> seen_points(const LabelSource& source);
/// The visible point of one pixel; nullopt for the background and outside of the picture.
std::optional<SeenPoint> seen_at(const LabelSource& source, int x, int y);

/// The index of a face's material.
std::size_t material_of(const Model& model, std::uint32_t face);

/// Interpolates per-vertex values at the point.
template <class Values>
vec3 at(const SeenPoint& point, const Model& model, const Values& values) {
  const std::uint32_t* corner = model.indices.data() + std::size_t{3} * point.face;
  return point.share.x * values[corner[0]] + point.share.y * values[corner[1]] +
         point.share.z * values[corner[2]];
}

/// COCO's values: 0 outside the picture, 1 inside but hidden, 2 visible.
enum class Visibility : std::uint8_t { outside = 0, hidden = 1, seen = 2 };
/// The visibility of a point in camera space: hidden if a surface is over `reach` MMD units before it.
Visibility visibility_of(const LabelSource& source, const glm::dvec3& in_camera, double reach);

/// A point in a picture. Unknown points are `outside`, and have no valid pixel.
struct Keypoint {
  glm::dvec2 pixel{0.0};
  Visibility visibility = Visibility::outside;
  std::optional<glm::dvec3> place = std::nullopt;  ///< scene space, also outside the picture
  bool is_in_picture() const { return visibility != Visibility::outside; }
};

/// An actor's 133 points of COCO-WholeBody, in order.
std::vector<Keypoint> keypoints_of(const LabelSource& source, const LabelledActor& actor);

/// The visible actors that are persons (is_person).
std::vector<const LabelledActor*> people_in(const LabelSource& source);

/// The points of a group.
inline std::span<const Keypoint> group_of(std::span<const Keypoint> all, KeypointGroup group) {
  return all.subspan(first_keypoint(group), keypoint_counts[static_cast<std::size_t>(group)]);
}

}  // namespace mmd
