#pragma once

#include <vector>

#include "annotations/keypoint_table.h"
#include "annotations/seen_point.h"

namespace mmd {

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
