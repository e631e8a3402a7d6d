#include "pose/hand_poses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace mmd {
namespace {

constexpr FingerBend straight{{0, 2, 2}, 0}, closed{{84, 128, 50}, 0};

// The values are this project's own, set by eye on the sample figure (CC0).
constexpr HandPose poses[] = {
    {"relaxed",
     "自然",
     {8, 6, {8, 12}},
     {{{14, 20, 10}, 1}, {{20, 24, 14}, 0}, {{25, 28, 16}, 1}, {{28, 28, 18}, 3}}},
    {"open",
     "開く",
     {0, -14, {-4, -4}},
     {{{-4, 2, 0}, 12}, {{-4, 2, 0}, 0}, {{-4, 2, 0}, 10}, {{-4, 2, 0}, 20}}},
    {"fist", "グー", {-14, 3, {46, 71}}, {closed, closed, closed, closed}},
    {"point", "指さし", {-12, 10, {46, 71}}, {straight, closed, closed, closed}},
    {"peace", "ピース", {-8, 22, {44, 68}}, {{{0, 2, 2}, 12}, {{0, 2, 2}, 6}, closed, closed}},
    {"three", "三", {0, 40, {44, 62}}, {{{0, 2, 2}, 10}, straight, {{0, 2, 2}, 10}, closed}},
    {"thumb-up", "サムズアップ", {-6, -34, {-6, -10}}, {closed, closed, closed, closed}},
    {"ok", "OK", {30, 4, {6, 22}}, {{{54, 62, 34}, 0}, {{14, 14, 8}, 2}, {{6, 10, 6}, 6}, {{0, 6, 4}, 12}}},
    {"grip-thin",
     "細い物を握る",
     {18, 22, {24, 46}},
     {{{68, 84, 52}, 0}, {{72, 88, 54}, 0}, {{76, 88, 56}, 0}, {{78, 86, 56}, 0}}},
    {"grip-thick",
     "太い物を握る",
     {38, 2, {12, 22}},
     {{{40, 46, 30}, 2}, {{44, 46, 30}, 0}, {{46, 46, 30}, 2}, {{46, 44, 30}, 4}}},
    {"flat", "手刀", {0, 12, {2, 4}}, {{{0, 1, 1}, -1}, {{0, 1, 1}, 0}, {{0, 1, 1}, -1}, {{0, 1, 1}, -2}}},
    {"claw",
     "爪",
     {26, -4, {26, 34}},
     {{{12, 66, 54}, 10}, {{14, 68, 56}, 0}, {{14, 66, 54}, 8}, {{12, 62, 50}, 16}}},
    {"pinch",
     "つまむ",
     {34, 14, {10, 22}},
     {{{54, 46, 26}, 0}, {{58, 50, 28}, 0}, {{46, 52, 30}, 2}, {{40, 50, 28}, 5}}},
    {"heart-half",
     "ハートの片手",
     {2, -22, {2, 10}},
     {{{58, 42, 16}, 0}, {{60, 42, 18}, 0}, {{62, 42, 18}, 0}, {{62, 40, 18}, 0}}},
    {"wave",
     "手を振る",
     {0, -22, {-2, 0}},
     {{{4, 6, 4}, 14}, {{2, 4, 3}, 0}, {{4, 6, 4}, 12}, {{6, 8, 5}, 24}}},
    {"cup",
     "すくう",
     {22, 10, {10, 16}},
     {{{28, 26, 16}, -1}, {{30, 28, 16}, 0}, {{32, 28, 16}, -1}, {{34, 28, 18}, -2}}}};

constexpr std::array<std::string_view, 4> finger_names{"人指", "中指", "薬指", "小指"};
constexpr std::array<std::string_view, 4> digits{"０", "１", "２", "３"};

float radians_of(float degrees) {
  return degrees * pi / 180.0f;
}

/// The unit vector; nullopt for one without length.
std::optional<vec3> direction(const vec3& v) {
  const float length = glm::length(v);
  return length > 1e-6f && std::isfinite(length) ? std::optional(v / length) : std::nullopt;
}

/// The rotation that turns a unit vector towards another direction by an angle in radians.
quat turned_towards(const vec3& from, const vec3& to, float angle) {
  const auto axis = direction(glm::cross(from, to));
  return axis ? glm::angleAxis(angle, *axis) : identity_rotation();
}

/// One hand of a model at rest.
class Hand {
 public:
  Hand(const Model& model, std::string_view side) : bones_(model.skeleton.bones) {
    const auto bone = [&](std::string_view finger, std::size_t digit) {
      return model.find_bone(std::string(side).append(finger).append(digits[digit]));
    };
    for (std::size_t f = 0; f < finger_names.size(); ++f)
      for (std::size_t j = 0; j < 3; ++j) fingers_[f][j] = bone(finger_names[f], j + 1);
    for (std::size_t j = 0; j < 3; ++j) thumb_[j] = bone("親指", j);
    wrist_ = model.find_bone(std::string(side).append("手首"));
    measure(side == "左");
  }

  std::optional<HandAxes> axes() const {
    if (!is_measured_) return std::nullopt;
    return HandAxes{bone(wrist_).rest, ahead_, palm_, aside_, length_};
  }

  /// As bent_fingers().
  void bend(float curl, float spread, const std::vector<quat>& from, std::vector<BoneRotation>& out) const {
    if (!is_measured_) return;
    constexpr float shares[] = {0.8f, 1.0f, 0.7f}, away[] = {-1.0f, 0.0f, 0.8f, 1.6f};
    const auto before = [&](std::int32_t index) { return from[static_cast<std::size_t>(index)]; };
    for (std::size_t f = 0; f < fingers_.size(); ++f) {
      vec3 d = ahead_;
      for (std::size_t j = 0; j < 3; ++j) {
        const std::int32_t index = fingers_[f][j];
        if (index == none) continue;
        d = along(fingers_[f], j, d);
        quat rotation = turned_towards(d, palm_, radians_of(shares[j] * curl)) * before(index);
        if (j == 0) rotation = rotation * turned_towards(d, aside_, radians_of(away[f] * spread));
        out.push_back({index, rotation, 1.0f});
      }
    }
    vec3 d = ahead_;
    const std::size_t base = thumb_[0] != none ? 0 : 1;
    for (std::size_t j = base; j < 3; ++j) {
      if (thumb_[j] == none) continue;
      d = along(thumb_, j, d);
      quat rotation = before(thumb_[j]);
      if (j > 0) rotation = turned_towards(d, 0.55f * palm_ + aside_, radians_of(0.5f * curl)) * rotation;
      if (j == base) rotation = rotation * turned_towards(d, aside_, radians_of(-spread));
      out.push_back({thumb_[j], rotation, 1.0f});
    }
  }

  void pose(const HandPose& pose, float weight, std::vector<BoneRotation>& out) const {
    if (!is_measured_) return;
    for (std::size_t f = 0; f < fingers_.size(); ++f) pose_finger(f, pose.fingers[f], weight, out);
    pose_thumb(pose.thumb, weight, out);
  }

 private:
  const Bone& bone(std::int32_t index) const { return bones_[static_cast<std::size_t>(index)]; }

  /// The direction of a joint: to the next one, or to the bone's tail.
  vec3 along(const std::array<std::int32_t, 3>& chain, std::size_t joint, const vec3& before) const {
    const Bone& from = bone(chain[joint]);
    vec3 to = from.rest;
    if (joint + 1 < chain.size() && chain[joint + 1] != none)
      to = bone(chain[joint + 1]).rest;
    else if (from.tail_bone != none)
      to = bone(from.tail_bone).rest;
    else
      to = from.rest + from.tail_offset;
    return direction(to - from.rest).value_or(before);
  }

  /// Finds the hand's own axes, from the wrist and the knuckles.
  void measure(bool is_left) {
    if (wrist_ == none) return;
    std::int32_t first = none, last = none;
    vec3 knuckles(0.0f);
    float count = 0.0f;
    for (const auto& finger : fingers_) {
      if (finger[0] == none) continue;
      if (first == none) first = finger[0];
      last = finger[0];
      knuckles += bone(finger[0]).rest;
      count += 1.0f;
    }
    if (first == last) return;
    const vec3 to_knuckles = knuckles / count - bone(wrist_).rest;
    const auto ahead = direction(to_knuckles);
    const auto aside = direction(bone(last).rest - bone(first).rest);
    if (!ahead || !aside) return;
    const auto palm = direction(is_left ? glm::cross(*aside, *ahead) : glm::cross(*ahead, *aside));
    if (!palm) return;
    ahead_ = *ahead, palm_ = *palm;
    aside_ = glm::normalize(glm::cross(palm_, ahead_));
    if (glm::dot(aside_, *aside) < 0.0f) aside_ = -aside_;
    length_ = glm::length(to_knuckles);
    is_measured_ = true;
  }

  /// How far a direction points towards the palm, radians.
  float bend_of(const vec3& d) const { return std::asin(std::clamp(glm::dot(d, palm_), -1.0f, 1.0f)); }
  /// How far it points towards the little finger, radians.
  float spread_of(const vec3& d) const { return std::atan2(glm::dot(d, aside_), glm::dot(d, ahead_)); }

  void pose_finger(std::size_t f, const FingerBend& bend, float weight,
                   std::vector<BoneRotation>& out) const {
    vec3 before = ahead_;
    for (std::size_t j = 0; j < 3; ++j) {
      if (fingers_[f][j] == none) continue;
      const vec3 d = along(fingers_[f], j, before);
      const float at_rest = bend_of(d) - bend_of(before);
      quat rotation = turned_towards(d, palm_, radians_of(bend.joints[j]) - at_rest);
      if (j == 0) {
        const float away = radians_of(f == 0 ? -bend.spread : bend.spread);
        const float resting = spread_of(d) - middle_spread();
        // Bent fingers do not spread.
        const float share = std::clamp(1.0f - bend.joints[0] / 70.0f, 0.0f, 1.0f);
        rotation = rotation * turned_towards(d, aside_, share * (away - resting));
      }
      out.push_back({fingers_[f][j], rotation, weight});
      before = d;
    }
  }

  float middle_spread() const {
    const auto& middle = fingers_[1];
    return middle[0] == none ? 0.0f : spread_of(along(middle, 0, ahead_));
  }

  void pose_thumb(const ThumbBend& bend, float weight, std::vector<BoneRotation>& out) const {
    // Older models have two thumb bones: the first one does the work of the base, too.
    const std::size_t base = thumb_[0] != none ? 0 : 1;
    if (thumb_[base] == none) return;
    vec3 before = ahead_;
    for (std::size_t j = base; j < 3; ++j) {
      if (thumb_[j] == none) continue;
      const vec3 d = along(thumb_, j, before);
      quat rotation = identity_rotation();
      if (j > 0) {
        // Its outer bones bend towards the palm and the other fingers.
        const vec3 inwards = 0.55f * palm_ + aside_;
        rotation = turned_towards(d, inwards, radians_of(bend.joints[j - 1]));
      }
      if (j == base)
        rotation = turned_towards(d, palm_, radians_of(bend.under)) *
                   turned_towards(d, aside_, radians_of(bend.across)) * rotation;
      out.push_back({thumb_[j], rotation, weight});
      before = d;
    }
  }

  const std::vector<Bone>& bones_;
  std::array<std::array<std::int32_t, 3>, 4> fingers_{};
  std::array<std::int32_t, 3> thumb_{};
  std::int32_t wrist_ = none;
  bool is_measured_ = false;
  float length_ = 0.0f;
  vec3 ahead_{0.0f}, palm_{0.0f}, aside_{0.0f};  ///< to the fingers, out of the palm, to the little finger
};

}  // namespace

std::span<const HandPose> hand_poses() {
  return poses;
}

const HandPose* hand_pose_called(std::string_view name) {
  const auto found =
      std::find_if(std::begin(poses), std::end(poses), [&](const HandPose& p) { return p.name == name; });
  return found != std::end(poses) ? found : nullptr;
}

std::vector<BoneRotation> hand_rotations(const Model& model, const HandPose& pose, Hands hands,
                                         float weight) {
  std::vector<BoneRotation> out;
  if (hands != Hands::right) Hand(model, "左").pose(pose, weight, out);
  if (hands != Hands::left) Hand(model, "右").pose(pose, weight, out);
  return out;
}

std::vector<BoneRotation> bent_fingers(const Model& model, Hands hands, float curl, float spread,
                                       const std::vector<quat>& from) {
  std::vector<BoneRotation> out;
  if (hands != Hands::right) Hand(model, "左").bend(curl, spread, from, out);
  if (hands != Hands::left) Hand(model, "右").bend(curl, spread, from, out);
  return out;
}

std::optional<HandAxes> hand_axes(const Model& model, bool left) {
  return Hand(model, left ? "左" : "右").axes();
}

void turn(const std::vector<BoneRotation>& rotations, std::vector<quat>& pose) {
  for (const BoneRotation& r : rotations) {
    quat& of = pose[static_cast<std::size_t>(r.bone)];
    of = r.weight >= 1.0f ? r.rotation : glm::slerp(of, r.rotation, r.weight);
  }
}

}  // namespace mmd
