#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/locks.h"
#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

// Half thicknesses of the arm at the joints.
constexpr float arm_radius = 0.375f, elbow_radius = 0.275f, wrist_radius = 0.165f;

/// A place in the left hand: units along it, towards the thumb and out of its back, from the wrist.
vec3 in_hand(float along, float thumb, float back) {
  const HandFrame h = hand_frame();
  return joint::wrist + h.along * along + h.thumb * thumb + h.back * back;
}

/// The hand without fingers: its bones fan out to the knuckles, with the balls of the thumb and of the little
/// finger below them.
Sdf palm_shape() {
  const HandFrame h = hand_frame();
  std::vector<Sdf> bones;
  for (std::size_t i = 1; i < fingers().size(); ++i) {
    const Finger& f = fingers()[i];
    const float across = glm::dot(f.points[0] - joint::wrist, h.thumb);
    const vec3 knuckle = f.points[0] + h.along * 0.03f + h.back * 0.015f;
    bones.push_back(round_cone(in_hand(0.06f, 0.4f * across, 0.0f), knuckle, 0.115f, f.radii[0] * 1.12f));
  }
  const Sdf palm = smooth_union(std::move(bones), 0.14f);
  const std::vector<vec3>& thumb = fingers().front().points;
  const Sdf thumb_ball =
      round_cone(in_hand(-0.04f, 0.03f, -0.02f), glm::mix(thumb[0], thumb[1], 0.4f), 0.12f, 0.115f);
  const Sdf heel = round_cone(in_hand(0.02f, -0.05f, -0.03f), in_hand(0.5f, -0.2f, -0.05f), 0.115f, 0.075f);
  return smooth_union({palm, thumb_ball, heel}, 0.14f);
}

/// The shape that a finger and the palm would have as one solid: both take their normals from it, so that no
/// shade ends where they meet.
Sdf palm_with(const Finger& f) {
  return smooth_union({palm_shape(), strand(f.points, f.radii, 0.03f)}, 0.09f);
}

/// From inside the sleeve to the knuckles.
Sdf arm_shape() {
  const vec3 start = glm::mix(joint::arm, joint::elbow, 0.22f);
  const Sdf arm =
      strand({start, joint::elbow, joint::wrist}, {arm_radius, elbow_radius, wrist_radius}, 0.06f);
  const vec3 fore = glm::mix(joint::elbow, joint::wrist, 0.22f);
  const Sdf forearm = round_cone(fore, glm::mix(joint::elbow, joint::wrist, 0.42f), 0.28f, 0.235f);
  const vec3 bone = joint::elbow + vec3(0.08f, 0.02f, 0.16f);
  Sdf shape = smooth_union({arm, forearm, ellipsoid(bone, {0.15f, 0.16f, 0.13f})}, 0.22f);
  return smooth_union({std::move(shape), palm_shape()}, 0.2f);
}

/// The distance from a point inside a shape to its surface.
float depth_towards(const Sdf& shape, const vec3& from, const vec3& direction) {
  constexpr float step = 0.02f;
  float inside = 0.0f;
  while (shape(from + direction * (inside + step)) < 0.0f) inside += step;
  float outside = inside + step;
  for (int i = 0; i < 12; ++i) {
    const float middle = 0.5f * (inside + outside);
    (shape(from + direction * middle) < 0.0f ? inside : outside) = middle;
  }
  return inside;
}

/// The places of the arm's rings, in units from the wrist: dense where it bends and in the hand.
std::vector<float> arm_rings(float start, float end) {
  const float elbow = -glm::length(joint::wrist - joint::elbow);
  std::vector<float> out;
  for (float at = start; at < end - 0.01f;) {
    out.push_back(at);
    const bool hand = at > -0.05f, bends = std::abs(at - elbow) < 0.5f || at > -0.5f;
    const bool bends_most = std::abs(at - elbow) < 0.34f;
    at += hand ? 0.07f : bends_most ? 0.08f : bends ? 0.11f : 0.24f;
  }
  return out;
}

/// Rings around the arm and the hand.
Mesh make_arm() {
  const HandFrame h = hand_frame();
  const Sdf shape = arm_shape();
  // The arm is nearly straight: upper arm and forearm have one axis for the rings each.
  const auto axis_point = [&h](float at) {
    const float forearm = glm::length(joint::wrist - joint::elbow);
    if (at >= -forearm) return joint::wrist + h.along * at;
    return joint::elbow + glm::normalize(joint::elbow - joint::arm) * (at + forearm);
  };
  const vec3 inside_sleeve = glm::mix(joint::arm, joint::elbow, 0.36f);
  const float start = -glm::length(joint::wrist - joint::elbow) - glm::length(joint::elbow - inside_sleeve);
  const float end = depth_towards(shape, joint::wrist, h.along);
  const std::vector<float> at = arm_rings(start, end);
  const int rings = static_cast<int>(at.size()) + 2;
  Mesh m = lathe({rings, 24, false, [&](float along, float angle) {
                    const int r = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
                    if (r == 0) return axis_point(start);
                    if (r == rings - 1) return axis_point(end);
                    const float place = at[static_cast<std::size_t>(r - 1)];
                    const float flat = glm::mix(1.0f, 0.45f, smoothstep(-0.2f, 0.3f, place));
                    const vec3 out =
                        glm::normalize(h.thumb * std::cos(angle) + h.back * (flat * std::sin(angle)));
                    const vec3 middle = axis_point(place);
                    return middle + out * depth_towards(shape, middle, out);
                  }});
  std::vector<Sdf> whole{shape};
  for (const Finger& f : fingers()) whole.push_back(strand(f.points, f.radii, 0.03f));
  const Sdf with_fingers = smooth_union(std::move(whole), 0.09f);
  for (std::size_t v = 0; v < m.size(); ++v)
    m.normal[v] = glm::normalize(gradient(with_fingers, m.position[v]));
  turn_normals_outwards(m);
  return m;
}

/// How rosy the skin is, from 0 to 1: knees, elbows, knuckles and fingertips, where it is thin.
float flush_at(const vec3& p, const vec3& normal) {
  const auto spot = [&](const vec3& centre, float radius, const vec3& out) {
    return smoothstep(radius, 0.35f * radius, glm::length(p - centre)) *
           smoothstep(-0.1f, 0.5f, glm::dot(normal, out));
  };
  const vec3 front(0, 0, -1), back = -front;
  float most = std::max(0.55f * spot(joint::knee + vec3(0.0f, 0.02f, -0.4f), 0.62f, front),
                        0.6f * spot(joint::elbow + vec3(0.05f, 0.0f, 0.25f), 0.45f, back));
  for (const Finger& f : fingers()) {
    most = std::max(most, 0.45f * spot(f.points[0], 0.17f, hand_frame().back));
    most = std::max(most, 0.7f * smoothstep(0.26f, 0.04f, glm::length(p - f.points.back())));
  }
  return most;
}

/// The picture of the skin goes from plain to rosy in u.
void set_flush(Mesh& m) {
  set_uv(m, [](const vec3& p, const vec3& n) { return vec2(0.02f + 0.96f * flush_at(p, n), 0.5f); });
}

/// The radius of a finger as a share of its bones' radii: the joints are wider and stand out at the back,
/// between them the pads stand out below. `part` goes from one joint (0) to the next (1), `back` from the
/// pads
/// (-1) to the back (1).
float finger_profile(float part, float back) {
  const float joint = 0.5f + 0.5f * std::cos(2.0f * pi * part);
  return 0.95f + 0.075f * joint + 0.05f * std::max(-back, 0.0f) * (1.0f - 1.6f * joint);
}

/// With joints, pads and a soft tip. The root is inside the palm and runs out into it.
Mesh make_finger(const Finger& f) {
  const int rings = is_thumb(f) ? 22 : 17;
  constexpr float fillet = 0.12f;
  const float last = static_cast<float>(f.points.size() - 1);
  const Sdf palm = palm_shape();
  float length = 0.0f;
  for (std::size_t i = 0; i + 1 < f.points.size(); ++i) length += glm::length(f.points[i + 1] - f.points[i]);
  Mesh m =
      lathe({rings, 10, false, [&](float along, float angle) {
               // The ends of the lathe are round: `t` runs past the joints by a radius.
               const float root = f.radii.front() / length, tip = f.radii.back() / length;
               const float t =
                   -root + (1.0f + root + tip) * glm::mix(along, 0.5f - 0.5f * std::cos(pi * along), 0.85f);
               const float inner = std::clamp(t, 0.0f, 1.0f), beyond = std::abs(t - inner) * length;
               const vec3 p = along_path(f.points, inner);
               const vec3 axis = glm::normalize(along_path(f.points, std::min(inner + 0.03f, 1.0f)) -
                                                along_path(f.points, std::max(inner - 0.03f, 0.0f)));
               const auto joint = static_cast<std::size_t>(std::min(inner * last, last - 1.0f));
               const float part = inner * last - static_cast<float>(joint);
               const float radius = glm::mix(f.radii[joint], f.radii[joint + 1], part);
               const float ring = std::sqrt(std::max(radius * radius - beyond * beyond, 0.0f));
               const vec3 nail = nail_direction(f, axis);
               const vec3 out = std::cos(angle) * glm::cross(nail, axis) + std::sin(angle) * nail;
               const vec3 skin = p + axis * (t < 0.0f ? -beyond : beyond) +
                                 ring * finger_profile(part, std::sin(angle)) * out;
               const float close = std::max(fillet - std::abs(palm(skin)), 0.0f) * smoothstep(0.0f, 0.1f, t);
               return skin + out * (close * close / (4.0f * fillet));
             }});
  const Sdf with_palm = palm_with(f);
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float root = smoothstep(0.12f, 0.02f, palm(m.position[v]));
    m.normal[v] = glm::normalize(glm::mix(m.normal[v], gradient(with_palm, m.position[v]), root));
  }
  turn_normals_outwards(m);
  return m;
}

Mesh make_fingers(const Rig& rig) {
  Mesh all;
  for (const Finger& f : fingers()) {
    Mesh m = make_finger(f);
    set_weights(m, finger_weights(rig, f));
    set_edge_scale(m, [](const vec3&) { return 0.5f; });
    append(all, m);
  }
  set_flush(all);
  return all;
}

/// From inside the shorts to inside the sock.
Sdf leg_shape() {
  const vec3 hip = joint::leg + vec3(0.02f, -0.9f, 0.0f), end = glm::mix(joint::knee, joint::ankle, 0.5f);
  const vec3 middle = glm::mix(hip, joint::knee, 0.55f) + vec3(0.03f, 0.0f, -0.05f);
  const Sdf leg = strand({hip, middle, joint::knee, end}, {0.74f, 0.58f, 0.41f, 0.37f}, 0.1f);
  const Sdf calf = ellipsoid({joint::knee.x + 0.04f, 4.35f, 0.16f}, {0.42f, 1.15f, 0.42f});
  const Sdf knee_cap = ellipsoid(joint::knee + vec3(0.0f, 0.06f, -0.27f), {0.24f, 0.3f, 0.18f});
  return smooth_union({smooth_union({leg, calf}, 0.3f), knee_cap}, 0.132f);
}

}  // namespace

Mesh both_sides(Mesh left, const Rig& rig) {
  left.uv.resize(left.size(), vec2(0.0f));
  left.edge_scale.resize(left.size(), 1.0f);
  append(left, mirrored(left, [&rig](std::int32_t bone) { return rig.counterpart(bone); }));
  return left;
}

Mesh make_limbs(const Rig& rig) {
  Mesh arm = make_arm();
  set_weights(arm, arm_weights(rig));
  set_edge_scale(arm,
                 [](const vec3& p) { return 0.9f - 0.4f * smoothstep(-0.4f, 0.4f, joint::wrist.y - p.y); });
  set_flush(arm);
  Mesh leg = surface_nets(leg_shape(), {-0.6f, 2.6f, -1.4f}, {2.2f, 10.6f, 1.5f}, 0.26f);
  set_weights(leg, leg_weights(rig));
  set_edge_scale(leg, [](const vec3&) { return 0.9f; });
  set_flush(leg);
  append(arm, make_fingers(rig));
  append(arm, leg);
  return both_sides(std::move(arm), rig);
}

Mesh make_nails(const Rig& rig) {
  Mesh all;
  for (std::size_t i = 0; i < fingers().size(); ++i) {
    const Finger& f = fingers()[i];
    const vec3 tip = f.points.back(), axis = glm::normalize(tip - f.points[f.points.size() - 2]);
    const vec3 out = nail_direction(f, axis), side = glm::cross(axis, out);
    const float r = f.radii.back();
    const vec3 centre = tip - axis * (0.3f * r) + out * (1.04f * r);
    Mesh m = lathe({6, 10, false, [&](float along, float angle) {
                      const float t = 2.0f * along - 1.0f, round = std::sqrt(std::max(1.0f - t * t, 0.0f));
                      const float across = round * std::cos(angle), through = round * std::sin(angle);
                      const float front = std::max(t, 0.0f);
                      // Bent around the finger, a little longer than its tip.
                      return centre + axis * (1.3f * r * t) + side * (0.76f * r * across) +
                             out * (r * (0.16f * through - 0.32f * across * across - 0.25f * front * front));
                    }});
    turn_normals_outwards(m);
    set_weights(m, finger_weights(rig, f));
    append(all, m);
  }
  all.edge_scale.assign(all.size(), 0.0f);
  return both_sides(std::move(all), rig);
}

}  // namespace mmd::sample
