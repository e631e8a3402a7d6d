#include "pose/limb_reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/rotations.h"

namespace mmd {
namespace {

const Bone& bone_of(const Model& model, std::int32_t bone) {
  return model.skeleton.bones[at(bone)];
}

/// `bone` if it is between two others on the way up; else none.
std::int32_t if_between(const Model& model, std::int32_t bone, std::int32_t low, std::int32_t high) {
  if (bone == none || low == none || high == none) return none;
  for (std::int32_t b = bone_of(model, low).parent; b != none && b != high; b = bone_of(model, b).parent)
    if (b == bone) return bone;
  return none;
}

/// The part of `v` across a unit vector, as a unit vector; `otherwise` if there is none.
vec3 across(const vec3& v, const vec3& along, const vec3& otherwise) {
  const vec3 out = v - glm::dot(v, along) * along;
  const float length = glm::length(out);
  return length > 1e-5f ? out / length : otherwise;
}

vec3 any_across(const vec3& along) {
  return across(std::abs(along.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0), along, vec3(0, 0, 1));
}

/// Whether an elbow or knee points for a limb along each direction: out of the body, up and to the front, and
/// the opposite ones. Seen in the frame of the body, with X out of the body on either side.
struct Poles {
  vec3 out, in, up, down, front, back;
};
constexpr Poles elbow_poles{vec3(0, -0.6f, -0.8f), vec3(0, -0.8f, 0.6f),  vec3(1, 0, 0.3f),
                            vec3(0.35f, 0, -1),    vec3(0.5f, -1, -0.1f), vec3(1, 0, 0)};
constexpr Poles knee_poles{vec3(0, 0.5f, 1), vec3(0, 0.3f, 1),    vec3(0.3f, 0, -1),
                           vec3(0.1f, 0, 1), vec3(0.1f, 1, 0.2f), vec3(0, -1, 0.3f)};

/// The natural direction of the middle joint for a limb along `along`, across it.
vec3 natural_pole(const Limb& limb, const quat& body, float side, const vec3& along) {
  const vec3 mirrored(side, 1.0f, 1.0f);
  const vec3 d = mirrored * (glm::conjugate(body) * along);
  const Poles& poles = limb.is_arm ? elbow_poles : knee_poles;
  const vec3 sum = d.x * d.x * (d.x > 0.0f ? poles.out : poles.in) +
                   d.y * d.y * (d.y > 0.0f ? poles.up : poles.down) +
                   d.z * d.z * (d.z > 0.0f ? poles.front : poles.back);
  return across(body * (mirrored * sum), along, any_across(along));
}

/// The angle about a unit axis from one vector across it to another.
float angle_about(const vec3& axis, const vec3& from, const vec3& to) {
  return std::atan2(glm::dot(axis, glm::cross(from, to)), glm::dot(from, to));
}

float smooth(float low, float high, float value) {
  const float t = std::clamp((value - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

/// The angle of a rotation's part about a unit axis.
float twist_of(const quat& q, const vec3& axis) {
  return 2.0f * std::atan2(glm::dot(vec3(q.x, q.y, q.z), axis), q.w);
}

/// The rotation that takes two unit vectors at right angles to two others.
quat turn_of_frames(const vec3& along, const vec3& hinge, const vec3& new_along, const vec3& new_hinge) {
  const mat3 from(along, hinge, glm::cross(along, hinge)),
      to(new_along, new_hinge, glm::cross(new_along, new_hinge));
  return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

/// The bones from `low` up to `high`, the highest first.
std::vector<std::int32_t> path(const Model& model, std::int32_t high, std::int32_t low) {
  std::vector<std::int32_t> out;
  for (std::int32_t b = low; b != none; b = bone_of(model, b).parent) {
    out.push_back(b);
    if (b == high) break;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// Turns a bone and a twist bone below it so that the lowest of `bones` gets a rotation in model space. The
/// change of the twist about `axis` goes to the twist bone.
void set_rotation(PosedBones& posed, const std::vector<std::int32_t>& bones, std::int32_t twist,
                  const vec3& axis, const quat& rotation) {
  const quat parent = posed.parent_rotation(bones.front());
  const quat before = glm::conjugate(parent) * posed.rotation(bones.back()),
             after = glm::conjugate(parent) * rotation;
  std::vector<PosedBones::OwnRotation> set;
  quat rest = identity_rotation();  // of the bones below the first one
  for (std::size_t i = 1; i < bones.size(); ++i) {
    quat local = posed.local_rotation(bones[i]);
    if (bones[i] == twist) {
      const float turned = std::remainder(twist_of(after, axis) - twist_of(before, axis), 2.0f * pi);
      const quat more = glm::angleAxis(turned, axis);
      local = more * local;
      set.push_back({twist, more * posed.pose().rotation[at(twist)]});
    }
    rest = rest * local;
  }
  const quat first = after * glm::conjugate(rest);
  set.push_back({bones.front(), first * glm::conjugate(posed.local_rotation(bones.front())) *
                                    posed.pose().rotation[at(bones.front())]});
  posed.set_rotations(set);
}

/// The two bones of a limb in a state.
struct Segments {
  vec3 top, middle, end;
  float upper, lower;

  Segments(const PosedBones& bones, const Limb& limb)
      : top(bones.place(limb.upper)),
        middle(bones.place(limb.middle)),
        end(bones.place(limb.end)),
        upper(glm::distance(top, middle)),
        lower(glm::distance(middle, end)) {}
};

/// The axis about which the middle joint bends: as it is bent now, or as it would bend if it is straight.
vec3 hinge_of(const PosedBones& bones, const Limb& limb, const Segments& now) {
  const Model& model = bones.model();
  const vec3 at_rest = bone_of(model, limb.middle).rest - bone_of(model, limb.upper).rest;
  const vec3 along = (now.middle - now.top) / now.upper;
  const vec3 bends_to(0.0f, 0.0f, limb.is_arm ? 1.0f : -1.0f);
  const vec3 own =
      across(bones.parent_rotation(limb.middle) * glm::cross(at_rest, bends_to), along, any_across(along));
  const vec3 bent = glm::cross(along, (now.end - now.middle) / now.lower);
  const float sine = glm::length(bent);
  constexpr float straight_sine = 0.07f, bent_sine = 0.24f;  // 4 and 14 degrees
  if (sine < straight_sine) return own;
  const float share = smooth(straight_sine, bent_sine, sine);
  return across(glm::mix(own, bent / sine, share), along, bent / sine);
}

/// Returns how far the end is from where it should be.
float step_by_bones(PosedBones& bones, const Limb& limb, const vec3& place) {
  const Segments now(bones, limb);
  constexpr float too_short = 1e-4f;
  if (now.upper < too_short || now.lower < too_short || glm::distance(now.top, place) < too_short)
    return 0.0f;
  const Model& model = bones.model();
  const float whole = now.upper + now.lower;
  const float distance =
      std::clamp(glm::distance(now.top, place), std::abs(now.upper - now.lower) + too_short, whole);
  const vec3 along = glm::normalize(place - now.top), was_along = glm::normalize(now.end - now.top);
  const vec3 hinge = hinge_of(bones, limb, now);

  const std::int32_t body_bone = limb.shoulder != none ? limb.shoulder : limb.upper;
  const quat body = bones.parent_rotation(body_bone);
  const float side = bone_of(model, limb.upper).rest.x < 0.0f ? -1.0f : 1.0f;
  const vec3 was_pole = across(glm::cross(was_along, hinge), was_along, any_across(was_along));
  float swivel = angle_about(was_along, natural_pole(limb, body, side, was_along), was_pole);
  // The swivel of a straight limb is not seen: it gives way to the natural one.
  const float bend = std::acos(std::clamp(
      glm::dot(now.middle - now.top, now.end - now.middle) / (now.upper * now.lower), -1.0f, 1.0f));
  const float seen = smooth(0.15f, 0.45f, bend);
  const float moved = smooth(0.0f, 0.35f, glm::distance(place, now.end) / whole);
  swivel *= seen + (1.0f - seen) * (1.0f - moved);
  const vec3 pole = glm::angleAxis(swivel, along) * natural_pole(limb, body, side, along);

  const float share =
      (now.upper * now.upper - now.lower * now.lower + distance * distance) / (2.0f * distance);
  const float height = std::sqrt(std::max(now.upper * now.upper - share * share, 0.0f));
  const vec3 middle = now.top + share * along + height * pole, end = now.top + distance * along;

  const vec3 upper_was = (now.middle - now.top) / now.upper, upper_is = glm::normalize(middle - now.top);
  const vec3 hinge_is = across(glm::cross(pole, along), upper_is, any_across(upper_is));
  const quat turn = turn_of_frames(upper_was, hinge, upper_is, hinge_is);
  const quat lower =
      turn_between(turn * (now.end - now.middle), end - middle) * turn * bones.rotation(limb.middle);
  const vec3 axis = limb.upper_twist != none && bone_of(model, limb.upper_twist).has_fixed_axis
                        ? bone_of(model, limb.upper_twist).fixed_axis
                        : glm::normalize(bone_of(model, limb.middle).rest - bone_of(model, limb.upper).rest);
  const std::int32_t above_middle = bone_of(model, limb.middle).parent;
  set_rotation(bones, path(model, limb.upper, above_middle), limb.upper_twist, axis,
               turn * bones.rotation(above_middle));
  set_rotation(bones, {limb.middle}, none, axis, lower);
  return glm::distance(bones.place(limb.end), end);
}

void reach_by_bones(PosedBones& bones, const Limb& limb, const vec3& place) {
  // Twist bones beside their axis move the joints a little: once or twice more.
  constexpr int most = 5;
  constexpr float near_enough = 1e-4f;
  for (int i = 0; i < most && step_by_bones(bones, limb, place) > near_enough; ++i) {
  }
}

}  // namespace

Limb arm_of(const Model& model, Side side) {
  const auto bone = [&](std::string_view name) {
    return model.find_bone(std::string(side == Side::left ? "左" : "右").append(name));
  };
  Limb out{true, bone("肩"), bone("腕"), none, bone("ひじ"), none, bone("手首"), none};
  if (out.upper != none && !hangs_on(model, out.upper, out.shoulder)) out.shoulder = none;
  if (!out.is_whole() || !hangs_on(model, out.middle, out.upper) || !hangs_on(model, out.end, out.middle))
    return {};
  out.upper_twist = if_between(model, bone("腕捩"), out.middle, out.upper);
  out.lower_twist = if_between(model, bone("手捩"), out.end, out.middle);
  return out;
}

Limb leg_of(const Model& model, Side side) {
  const auto bone = [&](std::string_view name) {
    return model.find_bone(std::string(side == Side::left ? "左" : "右").append(name));
  };
  Limb out{false, none, bone("足"), none, bone("ひざ"), none, bone("足首"), none};
  if (!out.is_whole() || !hangs_on(model, out.middle, out.upper) || !hangs_on(model, out.end, out.middle))
    return {};
  const auto& chains = model.skeleton.ik_chains;
  for (std::size_t i = 0; i < chains.size(); ++i)
    if (chains[i].effector == out.end &&
        std::any_of(chains[i].links.begin(), chains[i].links.end(),
                    [&](const IkLink& link) { return link.bone == out.middle; }))
      out.chain = static_cast<std::int32_t>(i);
  return out;
}

bool follows_goal(const PosedBones& bones, const Limb& limb) {
  return limb.chain != none && bones.ik(limb.chain).enabled &&
         bone_of(bones.model(), bones.model().skeleton.ik_chains[at(limb.chain)].bone).movable;
}

bool hangs_on(const Model& model, std::int32_t bone, std::int32_t above) {
  for (; bone != none; bone = bone_of(model, bone).parent)
    if (bone == above) return true;
  return false;
}

void reach(PosedBones& bones, const Limb& limb, const vec3& place) {
  if (!follows_goal(bones, limb)) return reach_by_bones(bones, limb, place);
  const std::int32_t goal = bones.model().skeleton.ik_chains[at(limb.chain)].bone;
  // A goal beyond the leg's reach would stay there when the pointer comes back.
  const Segments now(bones, limb);
  const vec3 way = place - now.top;
  const float length = std::min(glm::length(way), now.upper + now.lower);
  const vec3 target = glm::length(way) > 1e-6f ? now.top + length * glm::normalize(way) : place;
  bones.move(goal, target - bones.place(goal));
}

void lean(PosedBones& bones, std::int32_t bone, const Limb& arm, const vec3& place, float most) {
  const Segments now(bones, arm);
  const float whole = 0.998f * (now.upper + now.lower);
  if (glm::distance(now.top, place) <= whole) return;
  const vec3 joint = bones.place(bone), from = now.top - joint, to = place - joint;
  const vec3 normal = glm::cross(from, to);
  if (!(glm::length(normal) > 1e-5f)) return;
  const vec3 axis = glm::normalize(normal);
  most = std::min(most, angle_about(axis, from, to));
  const auto missing = [&](float angle) {
    return glm::distance(joint + glm::angleAxis(angle, axis) * from, place) - whole;
  };
  float low = 0.0f, high = most;
  if (missing(most) > 0.0f) low = most;
  for (int i = 0; i < 24 && low < high; ++i) {
    const float half = 0.5f * (low + high);
    (missing(half) > 0.0f ? low : high) = half;
  }
  bones.turn(bone, glm::angleAxis(high, axis));
}

void set_end_rotation(PosedBones& bones, const Limb& limb, const quat& rotation) {
  if (limb.lower_twist == none) return set_rotation(bones, {limb.end}, none, vec3(1, 0, 0), rotation);
  const Model& model = bones.model();
  const Bone& twist = bone_of(model, limb.lower_twist);
  const vec3 axis = twist.has_fixed_axis
                        ? twist.fixed_axis
                        : glm::normalize(bone_of(model, limb.end).rest - bone_of(model, limb.middle).rest);
  const quat parent = glm::conjugate(bones.parent_rotation(limb.end));
  const float turned = std::remainder(
      twist_of(parent * rotation, axis) - twist_of(parent * bones.rotation(limb.end), axis), 2.0f * pi);
  const PosedBones::OwnRotation own{
      limb.lower_twist, glm::angleAxis(turned, axis) * bones.pose().rotation[at(limb.lower_twist)]};
  bones.set_rotations({&own, 1});
  set_rotation(bones, {limb.end}, none, axis, rotation);
}

}  // namespace mmd
