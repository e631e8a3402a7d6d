#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/hand.h"
#include "make_sample/parts.h"
#include "make_sample/pose_builder.h"

namespace mmd::sample {
namespace {

// Half thicknesses of the arm at the joints.
constexpr float arm_radius = 0.37f, elbow_radius = 0.235f;

/// From inside the sleeve to below the elbow; hand_shape() begins with the forearm.
Sdf arm_shape() {
  const auto down = [](float share) { return glm::mix(joint::elbow, joint::wrist, share); };
  const vec3 start = glm::mix(joint::arm, joint::elbow, 0.22f);
  const Sdf arm = round_cone(start, down(0.03f), arm_radius, elbow_radius);
  // The bone runs straight from the elbow's corner down the outer side of the forearm.
  const Sdf bone = round_cone(down(0.01f) + axis_z * 0.14f, down(0.32f) + axis_z * 0.06f, 0.115f, 0.1f);
  const Sdf corner = round_cone(down(-0.03f) + axis_z * 0.15f, down(0.07f) + axis_z * 0.14f, 0.115f, 0.115f);
  return smooth_union({smooth_union({arm, bone}, 0.2f), corner}, 0.08f);
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

/// The places of the arm's rings, in units from the wrist: dense where it bends.
std::vector<float> arm_rings(float start) {
  const float elbow = -glm::length(joint::wrist - joint::elbow);
  std::vector<float> out;
  for (float at = start; at < -0.08f;) {
    out.push_back(at);
    // Coarse in the sleeve; the forearm is seen in outline.
    const float step = at < elbow - 0.4f ? 0.36f : 0.15f;
    const bool bends = std::abs(at - elbow) < 0.4f || at > -0.4f,
               bends_most = std::abs(at - elbow + 0.13f) < 0.31f;
    at += bends_most ? 0.05f : bends ? 0.085f : step;
  }
  return out;
}

/// Rings down the arm, then the hand.
Mesh make_arm(const Rig& rig) {
  const HandFrame h = hand_frame();
  const Sdf arm = arm_shape(), shape = smooth_union({arm, hand_shape()}, 0.2f);
  // The arm is nearly straight: upper arm and forearm have one axis for the rings each.
  const auto axis_point = [&h](float at) {
    const float forearm = glm::length(joint::wrist - joint::elbow);
    if (at >= -forearm) return joint::wrist + h.along * at;
    return joint::elbow + glm::normalize(joint::elbow - joint::arm) * (at + forearm);
  };
  const vec3 inside_sleeve = glm::mix(joint::arm, joint::elbow, 0.36f);
  const float start = -glm::length(joint::wrist - joint::elbow) - glm::length(joint::elbow - inside_sleeve);
  constexpr int around = 22;
  Net net;
  Net::Ring last;
  for (const float at : arm_rings(start)) {
    std::vector<vec3> places;
    for (int i = 0; i < around; ++i) {
      const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(around);
      const vec3 out = h.thumb * std::cos(angle) + h.back * std::sin(angle), middle = axis_point(at);
      places.push_back(middle + out * depth_towards(shape, middle, out));
    }
    const Net::Ring ring = net.add_ring(places, Net::arm);
    if (last.empty())
      net.cap(ring, axis_point(start), true);
    else
      net.bridge(last, ring);
    last = ring;
  }
  const auto first = static_cast<std::uint32_t>(net.parts().size());
  add_hand(net, last);
  net.fit(shape, first);
  Mesh m = net.mesh(shape);
  const WeightFunction on_arm = arm_weights(rig);
  const HandWeights on_hand = hand_weights(rig);
  for (std::size_t v = 0; v < m.size(); ++v)
    m.weights.push_back(net.parts()[v] == Net::arm ? on_arm(m.position[v])
                                                   : on_hand(m.position[v], net.parts()[v]));
  return m;
}

/// How rosy the skin is, from 0 to 1: knees, elbows, knuckles and fingertips, where it is thin.
float flush_at(const vec3& p, const vec3& normal) {
  const auto spot = [&](const vec3& centre, float radius, const vec3& out) {
    return smoothstep(radius, 0.35f * radius, glm::length(p - centre)) *
           smoothstep(-0.1f, 0.5f, glm::dot(normal, out));
  };
  const vec3 front(0, 0, -1), back = -front;
  float most = std::max(0.2f * spot(joint::knee + vec3(0.0f, 0.04f, -0.4f), 0.5f, front),
                        0.42f * spot(joint::elbow + vec3(0.05f, 0.0f, 0.25f), 0.45f, back));
  for (const Finger& f : fingers()) {
    most = std::max(most, 0.45f * spot(f.points[0], 0.17f, hand_frame().back));
    most = std::max(most, 0.7f * smoothstep(0.26f, 0.04f, glm::length(p - f.points.back())));
  }
  return most;
}

/// The picture of the skin goes from plain to rosy in u, from lit to shaded in v.
void set_skin_uv(Mesh& m, float (*shade)(const vec3& place, const vec3& normal)) {
  set_uv(m, [shade](const vec3& p, const vec3& n) {
    return vec2(0.02f + 0.96f * flush_at(p, n), 0.02f + 0.96f * shade(p, n));
  });
}

float unshaded(const vec3&, const vec3&) {
  return 0.0f;
}

/// Painted shade of the legs. The skirt's shadow on the thighs, because a cast one has a ragged edge on round
/// legs; below the knee cap and beside it, and in the hollow behind the knee.
float leg_shade(const vec3& p, const vec3& normal) {
  const float below_skirt = smoothstep(6.75f, 7.45f, p.y);
  const vec3 from_knee = p - joint::knee;
  const auto soft = [](float distance, float reach) { return std::exp(-std::pow(distance / reach, 2.0f)); };
  const float in_front = smoothstep(0.1f, 0.7f, -normal.z), behind = smoothstep(0.2f, 0.9f, normal.z);
  const float below_cap = 0.85f * in_front * soft(from_knee.y + 0.2f, 0.13f) * soft(from_knee.x, 0.22f);
  const float beside_cap =
      0.5f * in_front * soft(from_knee.y - 0.06f, 0.24f) * soft(std::abs(from_knee.x + 0.01f) - 0.24f, 0.09f);
  const float hollow = 0.4f * behind * soft(from_knee.y + 0.12f, 0.22f) * soft(from_knee.x, 0.26f);
  return std::max(below_skirt, std::max(below_cap + beside_cap, hollow));
}

/// From inside the shorts to inside the sock. From the front the thigh leans in to the knee and is full
/// outside; from the side it is full in front, the knee is hollow behind and the calf full.
Sdf smooth_leg() {
  const Sdf upright = tower({{3.9f, 0.34f, 0.38f, 0.2f},
                             {4.4f, 0.435f, 0.47f, 0.17f},
                             {4.95f, 0.405f, 0.42f, 0.105f},
                             {5.35f, 0.345f, 0.36f, 0.02f},
                             {5.75f, 0.37f, 0.385f, -0.065f},
                             {6.2f, 0.435f, 0.45f, -0.1f},
                             {6.8f, 0.565f, 0.54f, -0.09f},
                             {7.6f, 0.68f, 0.63f, -0.03f},
                             {8.4f, 0.73f, 0.69f, 0.01f},
                             {9.3f, 0.74f, 0.74f, 0.045f}},
                            0.3f);
  const Sdf leg = [upright](const vec3& p) {
    const float bow = 0.065f * std::exp(-std::pow((p.y - 7.4f) / 1.0f, 2.0f));  // the outer side of the thigh
    const float inward = 0.05f * smoothstep(7.0f, 9.2f, p.y), calf = 0.03f * smoothstep(5.4f, 4.4f, p.y);
    return upright(p - vec3(joint::knee.x + bow - inward + calf, 0.0f, 0.0f));
  };
  return leg;
}

Sdf with_knee_cap(const Sdf& leg) {
  return smooth_union({leg, ellipsoid(joint::knee + vec3(-0.01f, 0.09f, -0.31f), {0.21f, 0.3f, 0.155f})},
                      0.13f);
}

/// From inside the sock to inside the shorts, dense at the knee.
std::vector<Slice> leg_slices() {
  std::vector<Slice> out;
  for (float y = 3.95f; y < 9.45f;) {
    out.push_back({{joint::knee.x, y, 0.1f * smoothstep(5.4f, 4.2f, y)}, axis_x, axis_z});
    const float from_knee = std::abs(y - joint::knee.y);
    y += from_knee < 0.55f ? 0.09f : from_knee < 1.0f ? 0.22f : y < 7.2f ? 0.36f : 0.55f;
  }
  return out;
}

}  // namespace

Mesh ring_mesh(const Sdf& shape, const std::vector<Slice>& slices, int around) {
  const int rings = static_cast<int>(slices.size()) + 2;  // with a point at each end
  Mesh m = lathe({rings, around, false, [&](float along, float angle) {
                    const auto ring = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
                    const Slice& s = slices[static_cast<std::size_t>(std::clamp(ring - 1, 0, rings - 3))];
                    if (ring == 0 || ring == rings - 1) return s.middle;
                    const vec3 out = s.side * std::cos(angle) + s.up * std::sin(angle);
                    return s.middle + out * depth_towards(shape, s.middle, out);
                  }});
  for (std::size_t v = 0; v < m.size(); ++v) {
    const vec3 slope = gradient(shape, m.position[v]);
    if (glm::length(slope) > 0.1f) m.normal[v] = glm::normalize(slope);
  }
  turn_normals_outwards(m);
  return m;
}

Mesh both_sides(Mesh left, const Rig& rig) {
  left.uv.resize(left.size(), vec2(0.0f));
  left.edge_scale.resize(left.size(), 1.0f);
  append(left, mirrored(left, [&rig](std::int32_t bone) { return rig.counterpart(bone); }));
  return left;
}

Mesh make_arms(const Rig& rig) {
  Mesh arm = make_arm(rig);
  set_edge_scale(arm, [](const vec3& p) {
    // Thin at the fingers, and in the fold of the elbow, where the outline would show through the skin.
    const vec3 from_elbow = p - joint::elbow;
    const float fold =
        smoothstep(0.45f, 0.28f, glm::length(from_elbow)) * smoothstep(0.16f, 0.02f, from_elbow.z);
    return glm::mix(0.9f - 0.25f * smoothstep(-0.4f, 0.4f, joint::wrist.y - p.y), 0.1f, fold);
  });
  set_skin_uv(arm, unshaded);
  return both_sides(std::move(arm), rig);
}

Mesh make_legs(const Rig& rig) {
  const Sdf smooth = smooth_leg();
  Mesh leg = ring_mesh(with_knee_cap(smooth), leg_slices(), 20);
  // The knee cap shows in the outline and in the paint: lit as a form, so small a bump would have a ragged
  // shade.
  for (std::size_t v = 0; v < leg.size(); ++v) {
    const vec3 slope = gradient(smooth, leg.position[v]);
    if (glm::length(slope) > 0.1f) leg.normal[v] = glm::normalize(slope);
  }
  set_weights(leg, leg_weights(rig));
  set_edge_scale(leg, [](const vec3& p) {
    // Thin behind the knee: folded, its outline would show through the skin at the sides.
    const float fold =
        smoothstep(1.3f, 0.8f, std::abs(p.y - joint::knee.y + 0.1f)) * smoothstep(-0.2f, 0.1f, p.z);
    return glm::mix(0.9f, 0.05f, fold);
  });
  set_skin_uv(leg, leg_shade);
  return both_sides(std::move(leg), rig);
}

Mesh make_nails(const Rig& rig) {
  Mesh all;
  const Sdf skin = hand_shape();
  for (std::size_t i = 0; i < fingers().size(); ++i) {
    const Finger& f = fingers()[i];
    const vec3 tip = f.points.back(), axis = glm::normalize(tip - f.points[f.points.size() - 2]);
    const vec3 out = nail_direction(f, axis), side = glm::cross(axis, out);
    const float r = f.radii.back();
    // It lies on the skin and is highest along its middle; its edge goes into the skin below.
    Mesh m = lathe({7, 6, false, [&](float along, float angle) {
                      const float t = -std::cos(pi * along), round = std::sqrt(std::max(1.0f - t * t, 0.0f));
                      const float across = round * std::cos(angle), through = round * std::sin(angle);
                      const vec3 inside = tip + axis * (r * (1.02f * t - 0.56f)) +
                                          side * (0.74f * r * across) - out * (0.1f * r);
                      const float height = depth_towards(skin, inside, out);
                      return inside +
                             out * (height + r * (through < 0.0f ? 0.5f * through : 0.05f + 0.12f * through));
                    }});
    turn_normals_outwards(m);
    set_weights(m, [on_hand = hand_weights(rig), number = static_cast<int>(i)](const vec3& p) {
      return on_hand(p, number);
    });
    append(all, m);
  }
  all.edge_scale.assign(all.size(), 0.0f);
  return both_sides(std::move(all), rig);
}

}  // namespace mmd::sample
