#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotations/face_points.h"
#include "annotations/landmarks.h"
#include "model/model.h"

namespace mmd {

/// The groups of COCO-WholeBody in its order, and their numbers of points.
enum class KeypointGroup : std::uint8_t { body, foot, face, left_hand, right_hand, count };
inline constexpr std::array<std::size_t, 5> keypoint_counts{17, 6, 68, 21, 21};
inline constexpr std::size_t keypoint_count = 133;
/// The index of a group's first point.
std::size_t first_keypoint(KeypointGroup group);

/// The way to find a point.
enum class KeypointKind : std::uint8_t {
  bone,      ///< joint of the first bone in KeypointRow::bones that the model has
  tip,       ///< end of that bone
  landmark,  ///< a place on the mesh (landmarks.h)
};

/// A point on the left or in the middle; right points are found alike. The table is in docs/user/labels.md.
struct KeypointRow {
  std::string_view name;
  KeypointKind kind;
  std::string_view bones;  ///< separated by commas
  Landmark left = Landmark::count, right = Landmark::count;
};
/// The rows for the body, a foot and a hand.
std::array<std::span<const KeypointRow>, 3> keypoint_rows();

/// The names of all points in COCO-WholeBody's order.
std::vector<std::string> keypoint_names();

/// The part of the model that carries a point: a bone, the mean of vertices, or neither if it is unknown.
struct KeypointAnchor {
  std::int32_t bone = none;
  vec3 offset{0.0f};  ///< from the joint, in the bone's space, MMD units
  std::vector<std::uint32_t> vertices;
  std::vector<float> weights;  ///< of the vertices, sum 1; empty: equal
  bool is_known() const { return bone != none || !vertices.empty(); }
};

/// The anchors of all 133 points in order.
std::vector<KeypointAnchor> find_anchors(const Model& model, const Landmarks& landmarks,
                                         const FacePoints& face = {});
/// The place of an anchor's vertices among these positions.
template <class Positions>
glm::dvec3 place_among(const KeypointAnchor& anchor, const Positions& positions) {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 0; i < anchor.vertices.size(); ++i)
    sum += glm::dvec3(positions[anchor.vertices[i]]) *
           (anchor.weights.empty() ? 1.0 / static_cast<double>(anchor.vertices.size())
                                   : static_cast<double>(anchor.weights[i]));
  return sum;
}

/// Whether the model is a person: at least half of the body's 17 points are known.
bool is_person(std::span<const KeypointAnchor> anchors);

}  // namespace mmd
