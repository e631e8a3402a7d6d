#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/locks.h"
#include "make_sample/parts.h"

// Two tails of hair and their ribbons, at their bones.

namespace mmd::sample {
namespace {

/// A frame across a tail: away from the head's side, and to the back.
struct Across {
  float side;  ///< 1 for the left tail
  vec3 at(float angle) const { return {side * std::cos(angle), 0.12f * std::cos(angle), std::sin(angle)}; }
};

/// The middle of the tail at t: its bones with an S-curve, so that it hangs in a swing.
vec3 middle_at(const Chain& chain, float side, float t) {
  const float swing = 0.3f * std::sin(2.0f * pi * (t - 0.25f)) * smoothstep(0.08f, 0.3f, t);
  const float flick = 0.7f * std::pow(smoothstep(0.5f, 1.0f, t), 2.0f);
  return along_path(chain.points, t) + vec3(side * (swing + 0.6f * flick), 0.0f, 0.9f * swing + 0.8f * flick);
}

/// Away from the middle of the tail at the nearest height.
vec3 from_middle(const Chain& chain, float side, const vec3& p) {
  vec3 nearest(1e3f);
  constexpr int samples = 60;
  for (int i = 0; i <= samples; ++i) {
    const vec3 d = p - middle_at(chain, side, static_cast<float>(i) / samples);
    if (glm::dot(d, d) < glm::dot(nearest, nearest)) nearest = d;
  }
  return nearest;
}

/// Half the tail's width: tight in the ribbon, fullest at a third of the way down (the first fifth of t is in
/// the ribbon), then a long taper.
float radius_at(float t) {
  const float full = smoothstep(0.0f, 0.42f, t), slim = smoothstep(0.3f, 1.02f, t);
  return (0.13f + 0.5f * full) * (1.0f - 0.74f * slim) *
         std::pow(std::max(1.0f - std::pow(t, 6.0f), 0.0f), 0.8f);
}

constexpr float twist = 2.4f;  ///< radians that the strands turn along the tail

/// The strands that the body of a tail shows: the grooves between them, in turns around it.
constexpr float grooves[] = {0.0f, 0.13f, 0.36f, 0.47f, 0.72f, 0.84f, 1.0f};

/// The height of the nearest strand at `turn` (0 to 1): 0 in a groove, 1 in its middle.
float strand_arch(float turn) {
  std::size_t i = 0;
  while (turn >= grooves[i + 1]) ++i;
  const float x = 2.0f * (turn - grooves[i]) / (grooves[i + 1] - grooves[i]) - 1.0f;
  return std::sqrt(std::max(1.0f - x * x, 0.0f));
}

/// The volume of a tail.
Mesh tail_body(const Chain& chain, float side) {
  const Across across{side};
  // It ends above the strands' tips; its rings are closer where it bends out of the ribbon.
  const auto share_of_tail = [](float along) { return 0.86f * std::pow(along, 1.25f); };
  constexpr int rings = 32, around = 20;
  Mesh m = lathe({rings, around, false, [&](float along, float angle) {
                    const float t = share_of_tail(along), arch = strand_arch(angle / (2.0f * pi));
                    const float relief = 0.24f * smoothstep(0.02f, 0.2f, t) * (arch - 0.75f);
                    const float taper = std::pow(std::max(1.0f - std::pow(along, 2.8f), 0.0f), 0.8f);
                    return middle_at(chain, side, t) +
                           across.at(angle + twist * t) * (radius_at(t) * taper * (1.0f + relief));
                  }});
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float t = share_of_tail(m.uv[v].y);
    m.uv[v] = {0.52f + 0.46f * std::abs(2.0f * m.uv[v].x - 1.0f), t};
  }
  const auto axis = [&](const vec3& p) { return from_middle(chain, side, p); };
  share_normals(m, axis, axis);
  m.edge_scale.assign(m.size(), 0.75f);
  return m;
}

/// A strand that lies on the body, leaves it and ends in a curved point.
struct Strand {
  float turn;      ///< around the tail, 0 to 1
  float from, to;  ///< share of the tail
  float width;     ///< half, in units
  float lift;      ///< how far its middle is from the body's surface, as a share of the radius
  float curl;      ///< units that the tip leaves the tail
  float drift;     ///< turns that it moves around the body, besides the twist
  int rings, around;
};

/// Broad strands of unequal width that carry the tail's tips, then thin wisps.
constexpr Strand strands[] = {{0.05f, 0.03f, 0.90f, 0.27f, 0.93f, 0.34f, 0.10f, 26, 6},
                              {0.27f, 0.05f, 1.03f, 0.36f, 0.88f, 0.20f, -0.05f, 25, 6},
                              {0.42f, 0.04f, 0.80f, 0.22f, 0.93f, 0.46f, -0.12f, 22, 6},
                              {0.60f, 0.03f, 0.97f, 0.38f, 0.88f, 0.26f, 0.04f, 25, 6},
                              {0.78f, 0.05f, 0.74f, 0.24f, 0.93f, 0.40f, 0.12f, 22, 6},
                              {0.93f, 0.04f, 0.94f, 0.30f, 0.90f, 0.16f, -0.08f, 26, 6},
                              {0.18f, 0.06f, 0.62f, 0.10f, 1.08f, 0.14f, 0.16f, 12, 4},
                              {0.68f, 0.06f, 0.84f, 0.11f, 1.06f, 0.50f, -0.14f, 12, 4}};

float strand_angle(const Strand& s, float t) {
  return 2.0f * pi * (s.turn + s.drift * (t - s.from) / (s.to - s.from)) + twist * t;
}

Lock strand_lock(const Chain& chain, float side, const Strand& s) {
  const Across across{side};
  Lock lock;
  constexpr int steps = 22;
  for (int i = 0; i <= steps; ++i) {
    const float u = static_cast<float>(i) / steps, t = glm::mix(s.from, s.to, u);
    // It comes out of the body, and all tips flick outwards and to the back.
    const float out =
        radius_at(std::min(t, 0.97f)) * s.lift * glm::mix(0.75f, 1.0f, smoothstep(0.0f, 0.3f, u));
    const float tip = s.curl * std::pow(smoothstep(0.45f, 1.0f, u), 1.5f);
    lock.path.push_back(middle_at(chain, side, t) + across.at(strand_angle(s, t)) * (out + 0.35f * tip) +
                        vec3(side * 0.8f * tip, 0.35f * tip, 0.6f * tip));
  }
  lock.out = [&chain, across, s](const vec3& p) {
    // Away from the middle of the tail at this height; the point itself may be on the other side of it.
    float nearest = s.from, distance = 1e9f;
    constexpr int samples = 40;
    for (int i = 0; i <= samples; ++i) {
      const float t = glm::mix(s.from, s.to, static_cast<float>(i) / samples);
      const float d = glm::length(middle_at(chain, across.side, t) - p);
      if (d < distance) nearest = t, distance = d;
    }
    return across.at(strand_angle(s, nearest));
  };
  lock.shade = [&chain, side](const vec3& p) { return from_middle(chain, side, p); };
  lock.width = s.width;
  lock.thickness = 0.5f * s.width;
  lock.root = 0.05f;
  lock.swell = 0.5f;
  lock.taper = 2.0f;
  lock.tip = 1.0f;
  lock.rings = s.rings;
  lock.around = s.around;
  lock.edge = 0.55f;
  lock.paint_from = s.from;
  lock.part = HairPart::tail;
  return lock;
}

Mesh make_tail(const Rig& rig, const Chain& chain, float side) {
  Mesh all = tail_body(chain, side);
  int number = 0;
  for (const Strand& s : strands) append(all, make_lock(strand_lock(chain, side, s), number++));
  set_weights(all, tail_weights(rig, chain));
  return all;
}

}  // namespace

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
  const vec3 middle = glm::mix(c.points[0], c.points[1], 0.22f);
  const vec3 up = glm::normalize(vec3(0, 1, 0) - along * along.y), side = glm::cross(along, up);
  Mesh all =
      lathe({8, 20, true, [&](float t, float angle) {
               const vec3 out = up * std::cos(angle) + side * std::sin(angle);
               const float bend = 2.0f * pi * t;
               return middle + out * (0.24f + 0.07f * std::cos(bend)) + along * (0.11f * std::sin(bend));
             }});
  // The bow sits on the front and outer side of the tail.
  const vec3 wanted = glm::normalize(vec3(0.35f, 0.35f, -1.0f));
  const vec3 front = glm::normalize(wanted - along * glm::dot(wanted, along));
  const vec3 across = glm::normalize(glm::cross(front, along) * 0.9f + along * 0.1f);
  const vec3 top = glm::normalize(glm::cross(front, across));
  const vec3 bow_up = top.y > 0.0f ? top : -top;
  const vec3 knot = middle + front * 0.3f;
  append(all, bow_loops({knot, across, bow_up, front, 0.72f, 0.3f, 0.06f}));
  for (const float s : {1.0f, -1.0f}) {
    const auto end = [=](float u, float v) {
      const float wide = 0.07f + 0.12f * std::sqrt(u);
      return knot + across * (s * (0.34f * u + 0.05f * std::sin(2.5f * u))) - bow_up * (0.78f * u) +
             (across * 0.9f + bow_up * 0.3f * s) * (wide * v) +
             front * (0.02f + 0.28f * u + 0.06f * std::sin(5.0f * u) + 0.03f * v);
    };
    append(all, sheet({end, 0.02f, 10, 4, 0.14f}));
  }
  all.edge_scale.assign(all.size(), 0.7f);
  set_weights(all, on_bone(rig, "頭"));
  return both_sides(std::move(all), rig);
}

}  // namespace mmd::sample
