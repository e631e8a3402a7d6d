#include "session/look_at.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace mmd {
namespace {

struct Angles {
  float yaw = 0.0f, pitch = 0.0f;  ///< radians: to the model's left, down
};

quat rotation_by(const Angles& a) {
  return glm::angleAxis(a.yaw, vec3(0, 1, 0)) * glm::angleAxis(a.pitch, vec3(1, 0, 0));
}

/// The angles by which the front, +z, turns to a direction.
Angles angles_to(const vec3& d) {
  return {std::atan2(d.x, d.z), std::atan2(-d.y, std::hypot(d.x, d.z))};
}

/// The bones that turn the eyes: 両目 if the eyes append it, otherwise each eye.
std::vector<std::int32_t> eye_bones(const Model& model) {
  const std::int32_t both = model.find_bone("両目");
  std::vector<std::int32_t> out;
  bool appended = false;
  for (const char* name : {"左目", "右目"}) {
    const std::int32_t eye = model.find_bone(name);
    if (eye == none) continue;
    out.push_back(eye);
    appended |= model.bone(eye).append.source == both;
  }
  if (both != none && (appended || out.empty())) return {both};
  return out;
}

/// Where the eyes are, in the scene: the middle of the eye bones.
vec3 middle_of(const Actor& actor, std::span<const std::int32_t> bones) {
  vec3 sum(0.0f);
  for (const std::int32_t bone : bones) sum += translation_of(actor.bone_in_scene(bone));
  return sum / static_cast<float>(bones.size());
}

/// A direction of the scene in the frame of a bone's parent.
vec3 in_parent(const Actor& actor, std::int32_t bone, const vec3& d) {
  const std::int32_t parent = actor.model().bone(bone).parent;
  const quat frame = parent != none ? rotation_of(actor.bone_in_scene(parent)) : actor.placement().rotation;
  return glm::conjugate(frame) * d;
}

/// The angles within an ellipse of the limits, in the same direction.
Angles within(const EyeLimits& limits, const Angles& by) {
  const float sideways = by.yaw > 0.0f ? limits.left : limits.right;
  const float upright = by.pitch > 0.0f ? limits.down : limits.up;
  if (sideways <= 0.0f) return {0.0f, std::clamp(by.pitch, -limits.up, limits.down)};
  if (upright <= 0.0f) return {std::clamp(by.yaw, -limits.right, limits.left), 0.0f};
  const float share = 1.0f / std::max(1.0f, std::hypot(by.yaw / sideways, by.pitch / upright));
  return {share * by.yaw, share * by.pitch};
}

/// Eyes that both bones or one bone turns.
std::vector<std::int32_t> seeing_bones(const Model& model) {
  std::vector<std::int32_t> out;
  for (const char* name : {"左目", "右目"})
    if (const std::int32_t eye = model.find_bone(name); eye != none) out.push_back(eye);
  if (out.empty()) out = eye_bones(model);
  if (out.empty())
    if (const std::int32_t head = model.find_bone("頭"); head != none) out.push_back(head);
  return out;
}

}  // namespace

std::vector<BoneRotation> look_rotations(Actor& actor, const vec3& target, float head, float neck,
                                         const EyeLimits& limits) {
  const Model& model = actor.model();
  const std::vector<std::int32_t> seeing = seeing_bones(model);
  std::vector<BoneRotation> out;
  if (seeing.empty()) return out;
  const std::int32_t head_bone = model.find_bone("頭");
  const auto turn_bone = [&](std::int32_t bone, const Angles& by) {
    quat& own = actor.pose.rotation[static_cast<std::size_t>(bone)];
    own = own * rotation_by(by);
    out.push_back({bone, own, 1.0f});
  };
  if (head_bone != none && (head > 0.0f || neck > 0.0f)) {
    // Both share the angle from where the head looks now.
    const vec3 d = target - middle_of(actor, seeing);
    const quat frame = rotation_of(actor.bone_in_scene(head_bone));
    const Angles whole = angles_to(glm::conjugate(frame) * d);
    const std::int32_t neck_bone = model.find_bone("首");
    if (neck_bone != none && neck > 0.0f) turn_bone(neck_bone, {neck * whole.yaw, neck * whole.pitch});
    if (head > 0.0f) turn_bone(head_bone, {head * whole.yaw, head * whole.pitch});
    actor.evaluate();
  }
  for (const std::int32_t eye : eye_bones(model)) {
    const bool is_both = model.bone(eye).name == "両目";
    const vec3 from = is_both ? middle_of(actor, seeing) : translation_of(actor.bone_in_scene(eye));
    // Eyes that append 両目 turn in the head's frame, whatever its parent is.
    const std::int32_t frame_of = is_both && seeing.front() != eye ? seeing.front() : eye;
    Angles by = angles_to(in_parent(actor, frame_of, target - from));
    out.push_back({eye, rotation_by(within(limits, by)), 1.0f});
  }
  return out;
}

}  // namespace mmd
