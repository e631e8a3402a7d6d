#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "annotations/keypoint_table.h"
#include "annotations/label_source.h"

namespace mmd {

/// A place on a face, seen in the middle of a pixel.
struct SeenPoint {
  std::uint32_t pixel = 0;  ///< row * width + column
  std::uint32_t actor = 0;
  std::uint32_t face = 0;    ///< of the actor's model: indices 3 * face …
  vec3 share{0.0f};          ///< of the face's three corners, sum 1
  float depth = 0.0f;        ///< along the view, MMD units
  bool from_behind = false;  ///< the face's back is seen
};

/// What is seen at each pixel, in their order; those where nothing is are left out.
std::vector<SeenPoint> seen_points(const LabelSource& source);
/// The same of one pixel.
std::optional<SeenPoint> seen_at(const LabelSource& source, int x, int y);

/// The material of a face.
std::size_t material_of(const Model& model, std::uint32_t face);

/// A value of the corners at that place.
template <class Values>
vec3 at(const SeenPoint& point, const Model& model, const Values& values) {
  const std::uint32_t* corner = model.indices.data() + std::size_t{3} * point.face;
  return point.share.x * values[corner[0]] + point.share.y * values[corner[1]] +
         point.share.z * values[corner[2]];
}

/// As in COCO: 0 outside the picture, 1 in it but hidden, 2 seen.
enum class Visibility : std::uint8_t { outside = 0, hidden = 1, seen = 2 };
/// Of a point of camera space: hidden if a surface lies more than `reach` units before it.
Visibility visibility_of(const LabelSource& source, const glm::dvec3& in_camera, double reach);

/// A point in a picture; of one that is unknown or outside nothing but that counts.
struct Keypoint {
  glm::dvec2 pixel{0.0};
  Visibility visibility = Visibility::outside;
  bool is_in_picture() const { return visibility != Visibility::outside; }
};

/// COCO-WholeBody's 133 of an actor, in order.
std::vector<Keypoint> keypoints_of(const LabelSource& source, const LabelledActor& actor);

/// The actors that have the body of a person and are shown.
std::vector<const LabelledActor*> people_in(const LabelSource& source);

/// Those of a group.
inline std::span<const Keypoint> group_of(std::span<const Keypoint> all, KeypointGroup group) {
  return all.subspan(first_keypoint(group), keypoint_counts[static_cast<std::size_t>(group)]);
}

}  // namespace mmd
