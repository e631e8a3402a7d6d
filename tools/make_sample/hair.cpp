#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/locks.h"
#include "make_sample/parts.h"

// The hair of the head, in overlapping layers, modelled around the skull (head_shape()).

namespace mmd::sample {
namespace {

const vec3 skull(0.0f, 18.0f, 0.08f);
constexpr float parting = 7.0f;  ///< degrees to the left side

/// A point on an ellipsoid around the skull: degrees to the left side from the front, degrees up.
vec3 around_skull(float side, float up, float radius) {
  const float s = side * pi / 180.0f, u = up * pi / 180.0f;
  return skull + vec3(0.97f * radius * std::sin(s) * std::cos(u), 1.06f * radius * std::sin(u),
                      -radius * std::cos(s) * std::cos(u));
}

vec3 from_skull(const vec3& p) {
  return p - skull;
}

/// A lock of the fringe: from the parting down to a tip.
struct Bang {
  float root_side, root_up, side, up;  ///< degrees
  float width, radius;
  float curl;  ///< degrees that the tip swings to the side
};

Lock fringe_lock(const Bang& b) {
  Lock lock;
  constexpr int steps = 8;
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const float side = b.root_side + (b.side - b.root_side) * std::pow(t, 0.75f) - b.curl * (t - t * t * t);
    const float up = b.root_up + (b.up - b.root_up) * t;
    // Lies on the skull, bulges over the brow, tip in again.
    lock.path.push_back(around_skull(side, up, b.radius + 0.13f * std::sin(pi * t) - 0.05f * t * t * t));
  }
  lock.out = from_skull;
  lock.width = b.width;
  lock.thickness = 0.12f;
  lock.taper = 2.6f;
  lock.tip = 1.0f;
  lock.rings = 12;
  return lock;
}

/// A lock from the side or back of the head down to a height.
struct Hanging {
  float side, root_up, bottom, width, radius;
  float inward;        ///< the tip's distance from the middle, as a share of the lock's
  float flick = 0.0f;  ///< units that the tip turns outwards again
};

Lock hanging_lock(const Hanging& h) {
  Lock lock;
  for (const float up : {h.root_up, 0.6f * h.root_up, 0.2f * h.root_up})
    lock.path.push_back(around_skull(h.side, up, h.radius));
  vec3 low = around_skull(h.side, -20.0f, h.radius + 0.02f), tip = low;
  tip.y = h.bottom;
  const vec3 level = glm::normalize(vec3(from_skull(low).x, 0.0f, from_skull(low).z));
  tip.x *= h.inward;
  tip.z = skull.z + (tip.z - skull.z) * h.inward;
  lock.path.push_back(low);
  lock.path.push_back(glm::mix(low, tip, 0.5f) + 0.07f * level);
  lock.path.push_back(glm::mix(low, tip, 0.82f) + 0.03f * level);
  lock.path.push_back(tip + h.flick * level);
  lock.out = [](const vec3& p) { return vec3(p.x, 0.3f * (p.y - skull.y), p.z - skull.z); };
  lock.width = h.width;
  lock.thickness = 0.13f;
  lock.taper = 3.4f;
  lock.rings = 11;
  return lock;
}

/// Where the left tail begins, as seen from the skull: degrees to the side and up.
constexpr float tail_side = 110.0f, tail_up = 24.0f;

/// How far the scalp is from the middle of the skull, in the terms of around_skull().
float scalp_radius(const Sdf& head, float side, float up) {
  float inside = 0.8f, outside = 2.2f;
  for (int i = 0; i < 16; ++i) {
    const float middle = 0.5f * (inside + outside);
    (head(around_skull(side, up, middle)) < 0.0f ? inside : outside) = middle;
  }
  return inside;
}

constexpr float nape_up = -57.0f;  ///< degrees: the hairline at the back

/// The hair that is combed from the parting at the back into the left tail. u goes there from the parting, v
/// from the hairline (-1) to the crown (1).
vec3 combed_point(const Sdf& head, float u, float v) {
  constexpr float crown = 88.0f, end = 17.0f, over_parting = 8.0f;  // degrees
  // The lowest strands follow the hairline until they are behind the ear, and lie close to the neck.
  const float low = smoothstep(0.2f, -1.0f, v), full = smoothstep(-1.0f, -0.1f, v);
  const float root = glm::mix(nape_up, crown, 0.5f + 0.5f * v), way = smoothstep(0.42f * low, 1.0f, u);
  // The highest ones run forwards from the crown, below the hair of the top.
  const float high = smoothstep(0.0f, 1.0f, v);
  const float forwards = std::pow(u, glm::mix(1.0f, 0.12f, high));
  const float side = glm::mix(180.0f + over_parting, tail_side - 42.0f * high, forwards);
  const float up = glm::mix(root, tail_up + end * v, way);
  const float parting_depth = 0.17f * (1.0f - smoothstep(0.0f, 0.25f, u));
  const float close = scalp_radius(head, side, up) + 0.04f;
  // In front of the tail the ends go below the side locks, so that no edge shows.
  const float below = 0.2f * high * smoothstep(0.45f, 1.0f, u);
  const float radius = glm::mix(close, std::max(1.77f, close + 0.06f), full);
  return around_skull(side, up, std::max(radius - parting_depth, std::min(radius, close + 0.03f)) - below);
}

/// One of the locks of the combed hair; `number` counts from the nape.
Lock combed_lock(const Sdf& head, float v, int number) {
  Lock lock;
  constexpr int steps = 8;
  const float layer = number % 2 == 0 ? 0.0f : 0.08f;
  for (int i = 0; i <= steps; ++i) {
    const vec3 p = combed_point(head, static_cast<float>(i) / steps, v);
    lock.path.push_back(p + layer * glm::normalize(from_skull(p)));
  }
  lock.out = from_skull;
  lock.width = number % 2 == 0 ? 0.36f : 0.3f;
  lock.thickness = 0.1f;
  lock.root = 1.0f;
  lock.taper = 2.0f;
  lock.tip = 0.8f;
  lock.rings = 12;
  lock.around = 6;
  lock.paint_from = 0.1f;
  lock.paint_to = 0.6f;
  return lock;
}

/// Hair that is too short for the tails: it falls from behind the ears and from the nape, over the neck.
constexpr Hanging loose_hair[] = {
    {112.0f, 8.0f, 16.5f, 0.21f, 1.47f, 0.95f},  {123.0f, 8.0f, 15.95f, 0.25f, 1.5f, 0.86f},
    {135.0f, 8.0f, 16.2f, 0.24f, 1.53f, 0.84f},  {146.0f, 8.0f, 15.6f, 0.26f, 1.5f, 0.74f},
    {159.0f, 8.0f, 15.95f, 0.25f, 1.53f, 0.78f}, {172.0f, 8.0f, 15.5f, 0.24f, 1.5f, 0.7f}};

/// Numbers the locks, so that each takes another strip of the texture.
class HeadHair {
 public:
  void add(const Lock& lock) { append(all_, make_lock(lock, count_++)); }
  void add_both(const Lock& lock) {
    add(lock);
    Lock other = lock;
    for (vec3& p : other.path) p.x = -p.x;
    add(other);
  }
  /// Moves the locks onto the neck and binds them to the head.
  Mesh take(const Rig& rig, Mesh first) {
    append(first, all_);
    lower(first);
    set_weights(first, on_bone(rig, "頭"));
    return first;
  }

 private:
  Mesh all_;
  int count_ = 0;
};

/// The scalp: covers the skull behind the hairline.
Mesh skull_cap() {
  const Sdf round = [head = head_shape()](const vec3& p) { return head(p) - 0.06f; };
  const Sdf window = smooth_intersection(half_space({0, 0, 1}, -0.45f), half_space({0, 1, 0}, 18.8f), 0.5f);
  Sdf cut = smooth_subtraction(round, window, 0.3f);
  // The hairline falls from above the ears to the nape.
  const vec3 above_hairline = glm::normalize(vec3(0, 1, 0.8f));
  const vec3 behind_ear(0.0f, 17.35f, 0.3f);
  cut = smooth_subtraction(std::move(cut), half_space(above_hairline, glm::dot(above_hairline, behind_ear)),
                           0.12f);
  Mesh m = surface_nets(cut, {-2.2f, 16.0f, -2.2f}, {2.2f, 20.4f, 2.4f}, 0.28f);
  set_uv(m, [](const vec3& p, const vec3&) {
    const float turn = std::atan2(p.x, p.z) / (2.0f * pi) + 0.5f;
    return vec2(0.03f + 0.44f * turn, 0.27f * (19.85f - p.y) / 3.5f);
  });
  set_edge_scale(m, [](const vec3&) { return 0.7f; });
  return m;
}

}  // namespace

Mesh make_back_hair(const Rig& rig) {
  HeadHair hair;
  for (const Hanging& h : loose_hair) {
    Lock lock = hanging_lock(h);
    lock.rings = 9;
    lock.around = 6;
    hair.add_both(lock);
  }
  constexpr int locks = 11;
  const Sdf head = head_shape();
  for (int i = 0; i < locks; ++i)
    hair.add_both(combed_lock(head, -1.0f + 2.0f * static_cast<float>(i) / (locks - 1), i));
  return hair.take(rig, skull_cap());
}

Mesh make_bangs(const Rig& rig) {
  HeadHair hair;
  // Side locks frame the face, long and short ones in turn; the short ones lie on the others.
  constexpr Hanging side_locks[] = {{67.0f, 64.0f, 15.75f, 0.19f, 1.77f, 0.88f, 0.04f},
                                    {76.0f, 62.0f, 15.15f, 0.22f, 1.72f, 0.91f, 0.1f},
                                    {83.0f, 58.0f, 16.25f, 0.15f, 1.83f, 0.93f, 0.08f},
                                    {91.0f, 56.0f, 15.5f, 0.23f, 1.73f, 0.91f, 0.08f},
                                    {101.0f, 50.0f, 16.0f, 0.2f, 1.76f, 0.91f, 0.05f}};
  for (const Hanging& h : side_locks) {
    Lock lock = hanging_lock(h);
    lock.taper = 2.4f;
    lock.around = 6;
    hair.add_both(lock);
  }
  constexpr Bang lower_layer[] = {
      {-46, 66, -70, -36, 0.34f, 1.69f, -4}, {-34, 68, -58, -25, 0.33f, 1.71f, -6},
      {-25, 73, -45, -13, 0.33f, 1.70f, -6}, {-14, 77, -30, -7, 0.33f, 1.70f, -8},
      {-3, 79, -13, -4, 0.29f, 1.70f, -8},   {8, 80, 3, -21, 0.25f, 1.71f, -6},
      {14, 79, 17, -6, 0.31f, 1.70f, 6},     {20, 77, 31, -4, 0.33f, 1.70f, 8},
      {30, 73, 46, -11, 0.33f, 1.70f, 6},    {40, 68, 59, -26, 0.33f, 1.71f, 6},
      {52, 66, 70, -36, 0.34f, 1.69f, 4}};
  constexpr Bang upper_layer[] = {{-26, 80, -54, -15, 0.25f, 1.76f, -8}, {-12, 83, -38, -7, 0.25f, 1.77f, -9},
                                  {0, 85, -22, -2, 0.26f, 1.78f, -9},    {5, 86, -6, -8, 0.22f, 1.78f, -7},
                                  {9, 86, 9, 1, 0.2f, 1.79f, 4},         {12, 85, 23, -8, 0.25f, 1.78f, 9},
                                  {20, 83, 39, -3, 0.26f, 1.77f, 9},     {33, 80, 55, -16, 0.25f, 1.76f, 8}};
  // The top follows the parting to both sides, over the roots of the fringe.
  constexpr Bang crown[] = {{-4, 86, -74, -14, 0.44f, 1.80f, -8},
                            {18, 86, 76, -14, 0.44f, 1.80f, 8},
                            {-2, 87, -62, 2, 0.36f, 1.86f, -8},
                            {16, 87, 64, 2, 0.36f, 1.86f, 8},
                            {-5, 88, -92, 0, 0.46f, 1.80f, -6},
                            {19, 88, 94, 0, 0.46f, 1.80f, 6},
                            // To the tails, over the combed hair.
                            {-8, 89, -106, 12, 0.42f, 1.84f, -4},
                            {22, 89, 106, 12, 0.42f, 1.84f, 4}};
  for (const Bang& b : lower_layer) hair.add(fringe_lock(b));
  for (const Bang& b : upper_layer) hair.add(fringe_lock(b));
  for (const Bang& b : crown) hair.add(fringe_lock(b));
  Lock stray;
  const vec3 root = skull + vec3(0.02f * parting, 1.82f, 0.1f);
  for (int i = 0; i <= 5; ++i) {
    const float t = static_cast<float>(i) / 5.0f;
    stray.path.push_back(root + vec3(0.85f * t * t, 0.8f * t - 0.5f * t * t * t, -0.25f * t));
  }
  stray.out = [](const vec3&) { return vec3(-0.3f, 1, -0.2f); };
  stray.width = 0.12f;
  stray.thickness = 0.08f;
  hair.add(stray);
  return hair.take(rig, {});
}

}  // namespace mmd::sample
