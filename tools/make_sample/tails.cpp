#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/locks.h"
#include "make_sample/parts.h"

// Two tails of hair and their ribbons, at their bones.

namespace mmd::sample {
namespace {

/// How far the strands of a tail are from its middle: tight in the ribbon, full below it, close at the end.
float spread_at(float t) {
  return 0.10f + 0.34f * smoothstep(0.02f, 0.34f, t) - 0.2f * smoothstep(0.5f, 1.0f, t);
}

struct Strand {
  float angle;   ///< around the tail
  float length;  ///< share of the tail
  float share;   ///< of the spread
  float width;
  float curl;  ///< units that the tip leaves the tail
};

Lock strand_lock(const Chain& chain, float side, const Strand& s) {
  const auto direction = [&](float t) {
    const float angle = s.angle + 0.9f * t;  // a slow twist
    return vec3(side * std::cos(angle), 0.12f * std::cos(angle), std::sin(angle));
  };
  Lock lock;
  constexpr int steps = 24;
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const float out = s.share * spread_at(t * s.length) + s.curl * t * t * t * t;
    // Each strand waves a little in its own rhythm.
    const float wave = 0.09f * t * std::sin(2.0f * pi * 1.4f * t + 3.0f * s.angle);
    lock.path.push_back(along_path(chain.points, t * s.length) + direction(t) * (out + wave) +
                        vec3(0.0f, 0.0f, wave));
  }
  const vec3 out = s.share > 0.0f ? direction(0.4f) : vec3(0, 0.05f, -1);
  lock.out = [out](const vec3&) { return out; };
  lock.width = s.width;
  lock.thickness = s.share > 0.0f ? 0.16f : 0.3f;
  lock.root = 0.4f;
  lock.taper = 3.2f;
  lock.tip = 1.0f;
  lock.rings = 19;
  lock.crowd = 1.4f;
  lock.around = 6;
  lock.part = HairPart::tail;
  return lock;
}

Mesh make_tail(const Rig& rig, const Chain& chain, float side) {
  Mesh all;
  int number = 0;
  const auto add = [&](const Strand& s) { append(all, make_lock(strand_lock(chain, side, s), number++)); };
  add({0.0f, 0.9f, 0.0f, 0.34f, 0.0f});
  constexpr int outer = 8, fine = 5;
  for (int k = 0; k < outer; ++k) {
    const float angle = 2.0f * pi * static_cast<float>(k) / outer + 0.3f;
    add({angle, 0.98f - 0.06f * static_cast<float>(k * 3 % 5), 1.0f + 0.14f * static_cast<float>(k % 2),
         0.24f, 0.1f + 0.12f * static_cast<float>(k * 2 % 3)});
  }
  // Thin strands that part from the others.
  for (int k = 0; k < fine; ++k) {
    const float angle = 2.0f * pi * (static_cast<float>(k) + 0.5f) / fine;
    add({angle, 0.72f - 0.09f * static_cast<float>(k * 2 % 5), 1.18f, 0.13f,
         0.22f + 0.08f * static_cast<float>(k % 3)});
  }
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
             front * (0.02f + 0.06f * std::sin(5.0f * u) + 0.03f * v);
    };
    append(all, sheet({end, 0.02f, 10, 4, 0.14f}));
  }
  all.edge_scale.assign(all.size(), 0.7f);
  set_weights(all, on_bone(rig, "頭"));
  return both_sides(std::move(all), rig);
}

}  // namespace mmd::sample
