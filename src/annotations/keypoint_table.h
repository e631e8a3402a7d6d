#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotations/landmarks.h"
#include "model/model.h"

namespace mmd {

/// The groups of COCO-WholeBody, in its order: 17, 6, 68, 21 and 21 points.
enum class KeypointGroup : std::uint8_t { body, foot, face, left_hand, right_hand, count };
inline constexpr std::array<std::size_t, 5> keypoint_counts{17, 6, 68, 21, 21};
inline constexpr std::size_t keypoint_count = 133;
/// The number of a group's first point.
std::size_t first_keypoint(KeypointGroup group);

/// How a point is found.
enum class KeypointKind : std::uint8_t {
  bone,      ///< the joint of the first of these bones that the model has
  tip,       ///< the end of that bone
  landmark,  ///< a place on the mesh (landmarks.h)
};

/// A point of the left side or the middle; the right side is found as the left one. docs/user/labels.md has
/// the same table.
struct KeypointRow {
  std::string_view name;
  KeypointKind kind;
  std::string_view bones;  ///< with commas between them
  Landmark left = Landmark::count, right = Landmark::count;
};
/// Of the body, of a foot and of a hand.
std::array<std::span<const KeypointRow>, 3> keypoint_rows();

/// COCO-WholeBody's names, in its order.
std::vector<std::string> keypoint_names();

/// What a point hangs on: a bone, or the middle of vertices; neither: the model does not tell.
struct KeypointAnchor {
  std::int32_t bone = none;
  vec3 offset{0.0f};  ///< of the bone's own, model units
  std::vector<std::uint32_t> vertices;
  bool is_known() const { return bone != none || !vertices.empty(); }
};

/// All 133, in order.
std::vector<KeypointAnchor> find_anchors(const Model& model, const Landmarks& landmarks);

/// Whether the model has the body of a person: at least half of its 17 points.
bool is_person(std::span<const KeypointAnchor> anchors);

}  // namespace mmd
