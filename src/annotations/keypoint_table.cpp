#include "annotations/keypoint_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

using Kind = KeypointKind;

constexpr KeypointRow body[] = {
    {"nose", Kind::landmark, "", Landmark::nose, Landmark::nose},
    {"left_eye", Kind::landmark, "", Landmark::left_eye, Landmark::right_eye},
    {"left_ear", Kind::landmark, "", Landmark::left_ear, Landmark::right_ear},
    {"left_shoulder", Kind::bone, "左腕"},
    {"left_elbow", Kind::bone, "左ひじ"},
    {"left_wrist", Kind::bone, "左手首"},
    {"left_hip", Kind::bone, "左足D,左足"},
    {"left_knee", Kind::bone, "左ひざD,左ひざ"},
    {"left_ankle", Kind::bone, "左足首D,左足首"},
};

constexpr KeypointRow foot[] = {
    {"left_big_toe", Kind::landmark, "", Landmark::left_big_toe, Landmark::right_big_toe},
    {"left_small_toe", Kind::landmark, "", Landmark::left_small_toe, Landmark::right_small_toe},
    {"left_heel", Kind::landmark, "", Landmark::left_heel, Landmark::right_heel},
};

constexpr KeypointRow hand[] = {
    {"left_hand_root", Kind::bone, "左手首"},        {"left_thumb1", Kind::bone, "左親指０"},
    {"left_thumb2", Kind::bone, "左親指１"},         {"left_thumb3", Kind::bone, "左親指２"},
    {"left_thumb4", Kind::tip, "左親指２"},          {"left_forefinger1", Kind::bone, "左人指１"},
    {"left_forefinger2", Kind::bone, "左人指２"},    {"left_forefinger3", Kind::bone, "左人指３"},
    {"left_forefinger4", Kind::tip, "左人指３"},     {"left_middle_finger1", Kind::bone, "左中指１"},
    {"left_middle_finger2", Kind::bone, "左中指２"}, {"left_middle_finger3", Kind::bone, "左中指３"},
    {"left_middle_finger4", Kind::tip, "左中指３"},  {"left_ring_finger1", Kind::bone, "左薬指１"},
    {"left_ring_finger2", Kind::bone, "左薬指２"},   {"left_ring_finger3", Kind::bone, "左薬指３"},
    {"left_ring_finger4", Kind::tip, "左薬指３"},    {"left_pinky_finger1", Kind::bone, "左小指１"},
    {"left_pinky_finger2", Kind::bone, "左小指２"},  {"left_pinky_finger3", Kind::bone, "左小指３"},
    {"left_pinky_finger4", Kind::tip, "左小指３"},
};

enum class Side : std::uint8_t { left, right };

std::string name_on(std::string_view left, Side side) {
  return side == Side::right ? right_of(left) : std::string(left);
}

/// Calls `take(row, side)` for the points of body and feet in COCO's order.
template <class Take>
void for_each_point(Take take) {
  take(body[0], Side::left);  // the nose is in the middle
  for (const KeypointRow& row : std::span(body).subspan(1))
    for (const Side side : {Side::left, Side::right}) take(row, side);
  for (const Side side : {Side::left, Side::right})
    for (const KeypointRow& row : foot) take(row, side);
}

template <class Take>
void for_each_of_hands(Take take) {
  for (const Side side : {Side::left, Side::right})
    for (const KeypointRow& row : hand) take(row, side);
}

std::int32_t first_bone(const StandardBones& bones, std::string_view names, Side side) {
  for (const std::string_view name : split_at(names, ','))
    if (const std::int32_t bone = bones.find(name_on(name, side)); bone != none) return bone;
  return none;
}

/// The end of a bone: its tail, or its farthest vertex in the bone's direction.
KeypointAnchor tip_of(const Model& model, std::int32_t bone) {
  KeypointAnchor out;
  if (bone == none) return out;
  const Bone& last = model.bone(bone);
  if (last.tail_bone != none) {
    out.bone = last.tail_bone;
    return out;
  }
  if (glm::length(last.tail_offset) > 1e-3f) {
    out.bone = bone;
    out.offset = last.tail_offset;
    return out;
  }
  if (last.parent == none) return out;
  const vec3 along = last.rest - model.bone(last.parent).rest;
  const std::int32_t vertex = farthest(model, vertices_of_bone(model, bone), along);
  if (vertex != none) out.vertices = {static_cast<std::uint32_t>(vertex)};
  return out;
}

}  // namespace

std::size_t first_keypoint(KeypointGroup group) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(group); ++i) first += keypoint_counts[i];
  return first;
}

std::array<std::span<const KeypointRow>, 3> keypoint_rows() {
  return {body, foot, hand};
}

std::vector<std::string> keypoint_names() {
  std::vector<std::string> out;
  const auto add = [&](const KeypointRow& row, Side side) { out.push_back(name_on(row.name, side)); };
  for_each_point(add);
  for (std::size_t i = 0; i < keypoint_counts[2]; ++i) out.push_back(fmt::format("face-{}", i));
  for_each_of_hands(add);
  return out;
}

std::vector<KeypointAnchor> find_anchors(const Model& model, const Landmarks& landmarks,
                                         const FacePoints& face) {
  std::vector<KeypointAnchor> out;
  const StandardBones bones(model);
  const auto add = [&](const KeypointRow& row, Side side) {
    KeypointAnchor anchor;
    if (row.kind == Kind::landmark) {
      anchor.vertices = landmarks[static_cast<std::size_t>(side == Side::left ? row.left : row.right)];
    } else if (row.kind == Kind::tip) {
      anchor = tip_of(model, first_bone(bones, row.bones, side));
    } else {
      anchor.bone = first_bone(bones, row.bones, side);
    }
    out.push_back(std::move(anchor));
  };
  for_each_point(add);
  for (const MeshPlace& place : face.points) {
    KeypointAnchor& anchor = out.emplace_back();
    anchor.vertices = place.vertices;
    anchor.weights = place.weights;
  }
  for_each_of_hands(add);
  return out;
}

bool is_person(std::span<const KeypointAnchor> anchors) {
  const auto body_end = anchors.begin() + static_cast<std::ptrdiff_t>(keypoint_counts[0]);
  const auto known =
      std::count_if(anchors.begin(), body_end, [](const KeypointAnchor& a) { return a.is_known(); });
  return 2 * known >= static_cast<std::ptrdiff_t>(keypoint_counts[0]);
}

}  // namespace mmd
