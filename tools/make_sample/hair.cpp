#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "make_sample/parts.h"

// Locks are solids with a lens-shaped cross-section that taper to a point, in overlapping layers. The head is
// modelled with its middle at y = 18 (head_shape()); the tails are at their bones.

namespace mmd::sample {
namespace {

const vec3 skull(0.0f, 18.0f, 0.05f);

/// A point on an ellipsoid around the skull: degrees to the left side from the front, degrees up.
vec3 around_skull(float side, float up, float radius) {
  const float s = side * pi / 180.0f, u = up * pi / 180.0f;
  return skull + vec3(radius * std::sin(s) * std::cos(u), 1.06f * radius * std::sin(u),
                      -radius * std::cos(s) * std::cos(u));
}

/// Catmull-Rom through the points, t from 0 to 1.
vec3 along_path(const std::vector<vec3>& p, float t) {
  const auto last = static_cast<float>(p.size() - 1);
  const float x = std::clamp(t, 0.0f, 1.0f) * last;
  const auto i = std::min(static_cast<std::size_t>(x), p.size() - 2);
  const float f = x - static_cast<float>(i);
  const vec3 &b = p[i], &c = p[i + 1];
  const vec3 a = i == 0 ? 2.0f * b - c : p[i - 1];
  const vec3 d = i + 2 == p.size() ? 2.0f * c - b : p[i + 2];
  return b + 0.5f * f * (c - a + f * (2.0f * a - 5.0f * b + 4.0f * c - d + f * (3.0f * (b - c) + d - a)));
}

struct Lock {
  std::vector<vec3> path;
  std::function<vec3(const vec3&)> out;  ///< away from the surface below the lock
  float width, thickness;                ///< half sizes at the widest place
  float root = 0.55f;                    ///< share of the width at the root
  float taper = 2.2f;                    ///< larger: blunter
  int rings = 15, around = 10;
};

/// The share of the width at t.
float profile(const Lock& lock, float t) {
  const float body = lock.root + (1.0f - lock.root) * smoothstep(0.0f, 0.4f, t);
  return body * std::pow(std::max(1.0f - std::pow(t, lock.taper), 0.0f), 0.8f);
}

Mesh make_lock(const Lock& lock, float u_offset) {
  const auto point = [&lock](float t, float angle) {
    const vec3 p = along_path(lock.path, t);
    const vec3 tangent = glm::normalize(along_path(lock.path, std::min(t + 0.02f, 1.0f)) -
                                        along_path(lock.path, std::max(t - 0.02f, 0.0f)));
    const vec3 out = lock.out(p);
    const vec3 n = glm::normalize(out - tangent * glm::dot(out, tangent));
    const float size = t <= 0.0f || t >= 1.0f ? 0.0f : profile(lock, t);
    return p + size * (lock.width * std::cos(angle) * glm::cross(tangent, n) +
                       lock.thickness * std::sin(angle) * n);
  };
  Mesh m = lathe({lock.rings, lock.around, false, point});
  for (std::size_t v = 0; v < m.size(); ++v) {
    // Rounder than the shape, so that a lock is shaded like the head rather than like a ribbon.
    const vec3 out = glm::normalize(lock.out(m.position[v]));
    m.normal[v] = glm::normalize(m.normal[v] + 0.7f * std::max(glm::dot(m.normal[v], out), 0.0f) * out);
    m.uv[v].x = u_offset + lock.width * (0.5f + 0.5f * std::cos(2.0f * pi * m.uv[v].x));
  }
  // Thin towards the tip, where the texture is translucent.
  m.edge_scale.clear();
  for (const vec2& uv : m.uv) m.edge_scale.push_back(0.8f * smoothstep(0.99f, 0.72f, uv.y));
  return m;
}

vec3 from_skull(const vec3& p) {
  return p - skull;
}

/// A lock of the fringe: from the crown down to a tip.
struct Bang {
  float root_side, root_up, side, up;  ///< degrees
  float width, radius;
};

Lock fringe_lock(const Bang& b) {
  Lock lock;
  constexpr int steps = 6;
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const float side = b.root_side + (b.side - b.root_side) * std::pow(t, 0.8f);
    const float up = b.root_up + (b.up - b.root_up) * t;
    // Lies on the skull, bulges over the brow, tip in again.
    lock.path.push_back(around_skull(side, up, b.radius + 0.1f * std::sin(pi * t) - 0.06f * t * t));
  }
  lock.out = from_skull;
  lock.width = b.width;
  lock.thickness = 0.14f;
  return lock;
}

/// A lock from the side or back of the head down to a height, with its tip moved inwards by `inward`.
Lock hanging_lock(float side, float root_up, float bottom, float width, float radius, float inward) {
  Lock lock;
  for (const float up : {root_up, 0.6f * root_up, 0.2f * root_up})
    lock.path.push_back(around_skull(side, up, radius));
  vec3 low = around_skull(side, -22.0f, radius + 0.02f), tip = low;
  tip.y = bottom;
  tip.x *= inward;
  tip.z = skull.z + (tip.z - skull.z) * inward;
  lock.path.push_back(low);
  lock.path.push_back(glm::mix(low, tip, 0.55f) + vec3(0.06f, 0, 0.06f) * glm::sign(from_skull(low)));
  lock.path.push_back(tip);
  lock.out = [](const vec3& p) { return vec3(p.x, 0.3f * (p.y - skull.y), p.z - skull.z); };
  lock.width = width;
  lock.thickness = 0.15f;
  lock.taper = 3.2f;
  return lock;
}

void add_lock(Mesh& all, const Lock& lock) {
  append(all, make_lock(lock, 0.37f * static_cast<float>(all.size() / 97)));
}

Lock flipped(Lock lock) {
  for (vec3& p : lock.path) p.x = -p.x;
  return lock;
}

Mesh skull_cap() {
  const Sdf cap = ellipsoid(skull + vec3(0, 0.1f, 0.12f), {1.84f, 1.95f, 1.87f});
  // Cuts away everything in front of the ears and below the hairline, for the face.
  const Sdf window = smooth_intersection(half_space({0, 0, 1}, -0.3f), half_space({0, 1, 0}, 18.95f), 0.5f);
  const Sdf cut =
      smooth_subtraction(smooth_subtraction(cap, window, 0.3f), half_space({0, 1, 0}, 16.95f), 0.4f);
  Mesh m = surface_nets(cut, {-2.4f, 16.4f, -2.4f}, {2.4f, 20.6f, 2.6f}, 0.19f);
  set_uv(m, [](const vec3& p, const vec3&) { return vec2(0.55f * p.x, 0.3f * (20.1f - p.y) / 3.0f); });
  set_edge_scale(m, [](const vec3&) { return 0.8f; });
  return m;
}

/// Moves head-space meshes onto the neck and binds them to the head.
Mesh onto_head(Mesh m, const Rig& rig) {
  lower(m);
  set_weights(m, on_bone(rig, "頭"));
  return m;
}

Mesh make_tail(const Rig& rig, const Chain& chain, float side) {
  Mesh all;
  constexpr int strands = 7;
  for (int k = 0; k < strands; ++k) {
    const bool core = k == 0;
    const float angle = 2.0f * pi * static_cast<float>(k) / static_cast<float>(strands - 1) + 0.4f;
    const vec3 dir =
        core ? vec3(0.0f) : vec3(side * std::cos(angle), 0.15f * std::cos(angle), std::sin(angle));
    const float length = core ? 1.0f : 0.93f - 0.045f * static_cast<float>(k * 5 % (strands - 1));
    Lock lock;
    for (int i = 0; i <= 9; ++i) {
      const float t = static_cast<float>(i) / 9.0f;
      const float spread = 0.3f * std::sin(pi * std::min(0.04f + 0.96f * t, 0.8f));
      lock.path.push_back(along_path(chain.points, t * length) + dir * spread);
    }
    lock.out = [dir, core](const vec3&) { return core ? vec3(0, 0.05f, -1) : dir; };
    lock.width = core ? 0.4f : 0.36f;
    lock.thickness = core ? 0.36f : 0.2f;
    lock.root = 0.4f;
    lock.taper = 3.0f;
    lock.rings = 20;
    add_lock(all, lock);
  }
  set_weights(all, tail_weights(rig, chain));
  return all;
}

}  // namespace

Mesh make_back_hair(const Rig& rig) {
  Mesh all = skull_cap();
  // Below, the long ones at the nape; above them a shorter layer.
  for (const float side : {180.0f, 157.0f, -157.0f, 134.0f, -134.0f, 112.0f, -112.0f})
    add_lock(all, hanging_lock(side, 20.0f, 15.7f, 0.46f, 1.82f, 0.72f));
  for (const float side : {168.0f, -168.0f, 145.0f, -145.0f, 122.0f, -122.0f, 100.0f, -100.0f})
    add_lock(all, hanging_lock(side, 60.0f, 16.3f, 0.5f, 1.93f, 0.84f));
  return onto_head(std::move(all), rig);
}

Mesh make_bangs(const Rig& rig) {
  Mesh all;
  for (const float sign : {1.0f, -1.0f}) {
    // Two locks frame the face, the longer one behind.
    Lock lock = hanging_lock(82.0f, 62.0f, 15.55f, 0.34f, 1.96f, 0.93f);
    add_lock(all, sign > 0.0f ? lock : flipped(lock));
    lock = hanging_lock(66.0f, 66.0f, 16.2f, 0.25f, 1.97f, 0.9f);
    add_lock(all, sign > 0.0f ? lock : flipped(lock));
  }
  constexpr Bang lower_layer[] = {{-50, 72, -64, -8, 0.36f, 1.9f}, {-34, 74, -46, 1, 0.36f, 1.9f},
                                  {-20, 76, -29, 4, 0.37f, 1.9f},  {-6, 77, -11, 1, 0.37f, 1.9f},
                                  {8, 77, 9, 5, 0.36f, 1.9f},      {20, 76, 29, 3, 0.37f, 1.9f},
                                  {34, 74, 46, 1, 0.36f, 1.9f},    {50, 72, 64, -8, 0.36f, 1.9f}};
  constexpr Bang upper_layer[] = {{-30, 82, -56, 7, 0.27f, 1.98f}, {-16, 84, -38, 10, 0.27f, 1.99f},
                                  {-2, 86, -20, 8, 0.28f, 2.0f},   {4, 86, 0, 12, 0.26f, 2.0f},
                                  {12, 84, 20, 9, 0.28f, 1.99f},   {26, 82, 38, 11, 0.27f, 1.99f},
                                  {38, 80, 56, 6, 0.27f, 1.98f}};
  for (const Bang& b : lower_layer) add_lock(all, fringe_lock(b));
  for (const Bang& b : upper_layer) add_lock(all, fringe_lock(b));
  Lock stray;
  const vec3 root = skull + vec3(0.05f, 1.95f, 0.1f);
  for (int i = 0; i <= 5; ++i) {
    const float t = static_cast<float>(i) / 5.0f;
    stray.path.push_back(root + vec3(1.0f * t * t, 0.95f * t - 0.55f * t * t * t, -0.25f * t));
  }
  stray.out = [](const vec3&) { return vec3(-0.3f, 1, -0.2f); };
  stray.width = 0.17f;
  stray.thickness = 0.1f;
  add_lock(all, stray);
  return onto_head(std::move(all), rig);
}

Mesh make_tails(const Rig& rig) {
  Mesh all;
  float side = 1.0f;
  for (const Chain& c : hair_chains()) {
    append(all, make_tail(rig, c, side));
    side = -side;
  }
  return all;
}

Mesh make_hair_ribbons(const Rig& rig) {
  const Chain& c = hair_chains().front();
  const vec3 along = glm::normalize(c.points[1] - c.points[0]);
  const vec3 knot = glm::mix(c.points[0], c.points[1], 0.12f);
  const vec3 up = glm::normalize(vec3(0, 1, 0) - along * along.y), front = glm::cross(along, up);
  Mesh band =
      lathe({10, 24, true, [&](float t, float angle) {
               const vec3 out = up * std::cos(angle) + front * std::sin(angle);
               const float bend = 2.0f * pi * t;
               return knot + out * (0.36f + 0.13f * std::cos(bend)) + along * (0.14f * std::sin(bend));
             }});
  const vec3 face = glm::normalize(vec3(0.25f, 0.5f, -1.0f));
  const vec3 centre = knot + glm::normalize(face - along * glm::dot(face, along)) * 0.5f;
  const auto wing = [&](vec3 direction, float size, float end) {
    Lock lock;
    for (const float t : {0.0f, 0.35f, 0.7f, 1.0f})
      lock.path.push_back(centre + direction * (size * t) + face * (0.12f * std::sin(pi * t)));
    lock.out = [face](const vec3&) { return face; };
    lock.width = end;
    lock.thickness = 0.13f;
    lock.root = 0.3f;
    lock.taper = 6.0f;
    lock.rings = 11;
    return make_lock(lock, 0.0f);
  };
  const vec3 across = glm::normalize(glm::cross(face, along));
  for (const vec3& d : {across * 0.95f + vec3(0, 0.25f, 0), -across * 0.95f + vec3(0, 0.25f, 0)})
    append(band, wing(glm::normalize(d), 0.85f, 0.3f));
  for (const vec3& d : {across * 0.5f - vec3(0, 0.9f, 0), -across * 0.5f - vec3(0, 0.9f, 0)})
    append(band, wing(glm::normalize(d), 0.8f, 0.17f));
  band.uv.assign(band.size(), vec2(0.0f));
  band.edge_scale.assign(band.size(), 0.8f);
  set_weights(band, on_bone(rig, "頭"));
  return both_sides(std::move(band), rig);
}

}  // namespace mmd::sample
