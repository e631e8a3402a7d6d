#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/locks.h"
#include "make_sample/parts.h"
#include "make_sample/scalp.h"

// The hair of the head, in overlapping layers, modelled around the skull (head_shape()).

namespace mmd::sample {
namespace {

constexpr float parting = 7.0f;  ///< degrees to the left side

/// A lock of the fringe: from the parting down to a tip.
struct Bang {
  float root_side, root_up, side, up;  ///< degrees
  float width, radius;
  float curl;  ///< degrees that the tip swings to the side
};

/// What the locks of a layer of the fringe share, in units. Upper layers are thin, so that they do not cut
/// through those below.
struct Layer {
  float thickness;
  float tip_lift;  ///< how much farther the tip is from the skull
  float root;      ///< share of the width at the root
  float edge;      ///< scale of the outline
};

Lock fringe_lock(const Bang& b, const Layer& layer) {
  Lock lock;
  constexpr int steps = 8;
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const float side = b.root_side + (b.side - b.root_side) * std::pow(t, 0.75f) - b.curl * (t - t * t * t);
    const float up = b.root_up + (b.up - b.root_up) * t;
    // Comes out of the hair below, bulges over the brow, tip in again.
    const float root = 0.15f * (1.0f - smoothstep(0.0f, 0.25f, t));
    lock.path.push_back(
        around_skull({side, up}, b.radius - root + 0.13f * std::sin(pi * t) + layer.tip_lift * t * t * t));
  }
  lock.out = from_skull;
  lock.width = b.width;
  lock.thickness = layer.thickness;
  lock.root = layer.root;
  lock.swell = 0.4f + 0.3f * (0.55f - layer.root);
  lock.edge = layer.edge;
  lock.taper = 2.6f;
  lock.tip = 1.0f;
  lock.rings = 12;
  lock.around = 6;
  return lock;
}

/// A lock from the side or back of the head down to a height.
struct Hanging {
  float side, root_up, bottom, width, radius;
  float inward;        ///< the tip's distance from the middle, as a share of the lock's
  float flick = 0.0f;  ///< units that the tip turns outwards again
  float sway = 0.0f;   ///< units that it swings back before its tip turns forwards
};

Lock hanging_lock(const Hanging& h) {
  Lock lock;
  // The root is in the hair that is gathered above it.
  for (const vec2 at : {vec2(1.0f, 0.22f), vec2(0.6f, 0.04f), vec2(0.2f, 0.0f)})
    lock.path.push_back(around_skull({h.side, at.x * h.root_up}, h.radius - at.y));
  vec3 low = around_skull({h.side, -20.0f}, h.radius + 0.02f), tip = low;
  tip.y = h.bottom;
  const vec3 level = glm::normalize(vec3(from_skull(low).x, 0.0f, from_skull(low).z));
  tip.x *= h.inward;
  tip.z = skull_middle.z + (tip.z - skull_middle.z) * h.inward;
  const vec3 back(0.0f, 0.0f, h.sway);
  lock.path.push_back(low + 0.3f * back);
  lock.path.push_back(glm::mix(low, tip, 0.4f) + 0.07f * level + back);
  lock.path.push_back(glm::mix(low, tip, 0.75f) + 0.04f * level + 0.4f * back);
  lock.path.push_back(tip + h.flick * level - back);
  lock.out = [](const vec3& p) { return vec3(p.x, 0.3f * from_skull(p).y, from_skull(p).z); };
  lock.width = h.width;
  lock.thickness = 0.13f;
  lock.taper = 3.4f;
  lock.rings = 11;
  return lock;
}

}  // namespace

Mesh make_bangs(const Rig& rig) {
  HeadHair hair;
  // Side locks frame the face; the shorter one in the middle lies on the others.
  constexpr Hanging side_locks[] = {{69.0f, 62.0f, 15.2f, 0.24f, 1.75f, 0.9f, 0.06f, 0.13f},
                                    {102.0f, 54.0f, 15.6f, 0.36f, 1.79f, 0.88f, 0.08f, 0.16f},
                                    {82.0f, 58.0f, 16.05f, 0.27f, 1.84f, 0.93f, 0.08f, 0.12f}};
  for (const Hanging& h : side_locks) {
    Lock lock = hanging_lock(h);
    lock.taper = h.side > 90.0f ? 2.8f : 1.9f;
    lock.root = 0.2f;
    lock.rings = 17;
    lock.around = 6;
    hair.add_both(lock);
  }
  constexpr Bang lower_layer[] = {
      {-46, 66, -70, -37, 0.40f, 1.69f, -6}, {-36, 68, -58, -15, 0.24f, 1.71f, -8},
      {-26, 73, -47, -6, 0.44f, 1.70f, -9},  {-14, 77, -30, -5, 0.28f, 1.70f, -9},
      {-4, 79, -15, -4, 0.38f, 1.70f, -9},   {8, 80, 2, -24, 0.22f, 1.71f, -8},
      {14, 79, 16, -3, 0.30f, 1.70f, 8},     {21, 77, 33, -3, 0.44f, 1.70f, 10},
      {31, 73, 48, -4, 0.26f, 1.70f, 8},     {41, 68, 59, -27, 0.42f, 1.71f, 9},
      {52, 66, 71, -37, 0.32f, 1.69f, 6}};
  constexpr Bang upper_layer[] = {
      {-26, 80, -55, -8, 0.20f, 1.76f, -10}, {-12, 83, -37, -2, 0.34f, 1.77f, -11},
      {0, 85, -22, 2, 0.22f, 1.78f, -10},    {5, 86, -6, -12, 0.26f, 1.78f, -9},
      {9, 86, 9, 2, 0.18f, 1.79f, 6},        {12, 85, 24, -4, 0.34f, 1.78f, 11},
      {20, 83, 40, 0, 0.2f, 1.77f, 10},      {33, 80, 56, -10, 0.3f, 1.76f, 10}};
  // The top follows the parting to both sides, over the roots of the fringe.
  constexpr Bang crown[] = {{-4, 86, -74, -14, 0.42f, 1.80f, -8},
                            {18, 86, 76, -14, 0.42f, 1.80f, 8},
                            {-6, 84, -66, 0, 0.26f, 1.87f, -8},
                            {22, 84, 68, -3, 0.24f, 1.87f, 8}};
  for (const Bang& b : lower_layer) hair.add(fringe_lock(b, {0.12f, -0.05f, 0.55f, 0.75f}));
  for (const Bang& b : upper_layer) hair.add(fringe_lock(b, {0.1f, -0.01f, 0.55f, 0.75f}));
  for (const Bang& b : crown) hair.add(fringe_lock(b, {0.07f, 0.08f, 0.2f, 0.4f}));
  Lock stray;
  const vec3 root = skull_middle + vec3(0.02f * parting, 1.82f, 0.1f);
  for (int i = 0; i <= 5; ++i) {
    const float t = static_cast<float>(i) / 5.0f;
    stray.path.push_back(root + vec3(0.85f * t * t, 0.8f * t - 0.5f * t * t * t, -0.25f * t));
  }
  stray.out = [](const vec3&) { return vec3(0.0f, 0.2f, -1.0f); };
  stray.width = 0.1f;
  stray.thickness = 0.08f;
  stray.rings = 11;
  stray.around = 5;
  hair.add(stray);
  return hair.take(rig);
}

}  // namespace mmd::sample
