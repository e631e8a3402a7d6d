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
constexpr float arm_radius = 0.39f, elbow_radius = 0.285f, wrist_radius = 0.185f;

/// The palm with the balls of the thumb and of the little finger.
Sdf palm_shape() {
  const HandFrame h = hand_frame();
  const quat hand = glm::normalize(
      glm::quat_cast(mat3(h.along, h.back, -h.thumb)));  // right-handed columns, as quat_cast expects
  const vec3 centre = joint::wrist + h.along * 0.44f;
  const Sdf flat = rotated(ellipsoid(centre, {0.50f, 0.145f, 0.355f}), centre, hand);
  const vec3 heel = joint::wrist + h.along * 0.3f - h.thumb * 0.17f - h.back * 0.06f;
  const Sdf thumb_ball = round_cone(joint::wrist + h.along * 0.16f + h.thumb * 0.08f - h.back * 0.04f,
                                    fingers().front().points[1], 0.13f, 0.105f);
  std::vector<Sdf> parts{flat, rotated(ellipsoid(heel, {0.3f, 0.12f, 0.15f}), heel, hand), thumb_ball};
  // Knuckles.
  for (std::size_t i = 1; i < fingers().size(); ++i)
    parts.push_back(ellipsoid(fingers()[i].points[0] + h.back * 0.02f, vec3(fingers()[i].radii[0] * 1.1f)));
  return smooth_union(std::move(parts), 0.1f);
}

/// From inside the sleeve to the fingertips.
Sdf arm_shape() {
  const vec3 start = glm::mix(joint::arm, joint::elbow, 0.22f);
  const Sdf arm =
      strand({start, joint::elbow, joint::wrist}, {arm_radius, elbow_radius, wrist_radius}, 0.06f);
  const vec3 fore = glm::mix(joint::elbow, joint::wrist, 0.24f);
  const Sdf forearm = round_cone(fore, glm::mix(joint::elbow, joint::wrist, 0.42f), 0.29f, 0.255f);
  const vec3 bone = joint::elbow + vec3(0.08f, 0.02f, 0.16f);
  Sdf shape = smooth_union({arm, forearm, ellipsoid(bone, {0.16f, 0.16f, 0.14f})}, 0.22f);
  return smooth_union({std::move(shape), palm_shape()}, 0.16f);
}

/// Slightly thicker at the joints, with a soft tip. The root is inside the palm.
Mesh make_finger(const Finger& f) {
  constexpr int rings = 20;
  const float last = static_cast<float>(f.points.size() - 1);
  float length = 0.0f;
  for (std::size_t i = 0; i + 1 < f.points.size(); ++i) length += glm::length(f.points[i + 1] - f.points[i]);
  return lathe({rings, 10, false, [=](float along, float angle) {
                  // The ends of the lathe are round: `t` runs past the joints by a radius.
                  const float root = f.radii.front() / length, tip = f.radii.back() / length;
                  const float t = -root + (1.0f + root + tip) * (0.5f - 0.5f * std::cos(pi * along));
                  const float inner = std::clamp(t, 0.0f, 1.0f), beyond = std::abs(t - inner) * length;
                  const vec3 p = along_path(f.points, inner);
                  const vec3 axis = glm::normalize(along_path(f.points, std::min(inner + 0.03f, 1.0f)) -
                                                   along_path(f.points, std::max(inner - 0.03f, 0.0f)));
                  const auto joint = static_cast<std::size_t>(std::min(inner * last, last - 1.0f));
                  const float part = inner * last - static_cast<float>(joint);
                  const float radius = glm::mix(f.radii[joint], f.radii[joint + 1], part) *
                                       (0.97f + 0.05f * std::cos(2.0f * pi * part));
                  const float ring = std::sqrt(std::max(radius * radius - beyond * beyond, 0.0f));
                  const vec3 s =
                      glm::normalize(hand_frame().thumb - axis * glm::dot(hand_frame().thumb, axis));
                  return p + axis * (t < 0.0f ? -beyond : beyond) +
                         ring * (std::cos(angle) * s + std::sin(angle) * glm::cross(axis, s));
                }});
}

Mesh make_fingers(const Rig& rig) {
  Mesh all;
  for (const Finger& f : fingers()) {
    Mesh m = make_finger(f);
    set_weights(m, finger_weights(rig, f));
    set_edge_scale(m, [](const vec3&) { return 0.5f; });
    append(all, m);
  }
  all.uv.assign(all.size(), vec2(0.0f));
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

/// The direction out of the nail of a finger.
vec3 nail_direction(std::size_t finger, const vec3& axis) {
  const HandFrame h = hand_frame();
  const vec3 out = finger == 0 ? h.back * 0.75f + h.thumb * 0.5f - h.along * 0.1f : h.back;
  return glm::normalize(out - axis * glm::dot(out, axis));
}

}  // namespace

Mesh both_sides(Mesh left, const Rig& rig) {
  left.uv.resize(left.size(), vec2(0.0f));
  left.edge_scale.resize(left.size(), 1.0f);
  append(left, mirrored(left, [&rig](std::int32_t bone) { return rig.counterpart(bone); }));
  return left;
}

Mesh make_limbs(const Rig& rig) {
  Mesh arm = surface_nets(arm_shape(), {1.2f, 10.0f, -0.9f}, {6.7f, 14.6f, 0.8f}, 0.132f);
  set_weights(arm, arm_weights(rig));
  set_edge_scale(arm,
                 [](const vec3& p) { return 0.9f - 0.4f * smoothstep(-0.4f, 0.4f, joint::wrist.y - p.y); });
  arm.uv.resize(arm.size(), vec2(0.0f));
  Mesh leg = surface_nets(leg_shape(), {-0.6f, 2.6f, -1.4f}, {2.2f, 10.6f, 1.5f}, 0.26f);
  set_weights(leg, leg_weights(rig));
  set_edge_scale(leg, [](const vec3&) { return 0.9f; });
  leg.uv.resize(leg.size(), vec2(0.0f));
  append(arm, make_fingers(rig));
  append(arm, leg);
  return both_sides(std::move(arm), rig);
}

Mesh make_nails(const Rig& rig) {
  Mesh all;
  for (std::size_t i = 0; i < fingers().size(); ++i) {
    const Finger& f = fingers()[i];
    const vec3 tip = f.points.back(), axis = glm::normalize(tip - f.points[f.points.size() - 2]);
    const vec3 out = nail_direction(i, axis), side = glm::cross(axis, out);
    const float r = f.radii.back();
    const vec3 centre = tip + axis * (0.15f * r) + out * (0.72f * r);
    Mesh m = lathe({6, 10, false, [&](float along, float angle) {
                      const float t = 2.0f * along - 1.0f, round = std::sqrt(std::max(1.0f - t * t, 0.0f));
                      const float across = round * std::cos(angle), through = round * std::sin(angle);
                      // Bent around the finger, a little longer than its tip.
                      return centre + axis * (1.05f * r * t) + side * (0.68f * r * across) +
                             out * (r * (0.2f * through - 0.28f * across * across - 0.16f * t * t));
                    }});
    turn_normals_outwards(m);
    set_weights(m, finger_weights(rig, f));
    append(all, m);
  }
  all.edge_scale.assign(all.size(), 0.0f);
  return both_sides(std::move(all), rig);
}

}  // namespace mmd::sample
