#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/locks.h"
#include "make_sample/parts.h"

// What is sewn to the blouse: collar, cuffs, bow and buttons.

namespace mmd::sample {
namespace {

/// Towards the surface of `f`, to the distance `lift` from it.
vec3 onto(const Sdf& f, vec3 p, float lift) {
  for (int i = 0; i < 4; ++i) {
    const vec3 g = gradient(f, p);
    const float square = std::max(glm::dot(g, g), 1e-6f);
    p -= g * ((f(p) - lift) / square);
  }
  return p;
}

/// The left half of a flat collar. It stands at the neck, turns over and lies on the shoulders.
vec3 collar_point(const Sdf& trunk, float u, float v) {
  const float angle = pi * (1.0f - 0.997f * u);  // from the back to the front, where the halves meet
  const vec3 level(std::sin(angle), 0.0f, -std::cos(angle));
  const float width = 0.50f + 0.20f * smoothstep(0.72f, 0.97f, u);
  const float length = width * (0.5f + 0.5f * v);
  vec3 p = onto(trunk, vec3(0.0f, 14.86f - 0.12f * u * u, 0.13f) + level * 0.46f, 0.0f);
  constexpr int steps = 12;
  const vec3 down = glm::normalize(level + vec3(-0.12f * u, -0.5f, 0.0f));
  for (int i = 0; i < steps; ++i) {
    const vec3 n = glm::normalize(gradient(trunk, p));
    p = onto(trunk, p + glm::normalize(down - n * glm::dot(down, n)) * (length / steps), 0.0f);
  }
  const float stand = std::exp(-length / 0.13f);
  const float lift = 0.06f + 0.12f * stand;
  return p + glm::normalize(gradient(trunk, p)) * lift + vec3(0.0f, 0.11f * stand, 0.0f);
}

Mesh collar(const Rig& rig) {
  const Sdf trunk = trunk_shape();
  Mesh m = sheet({[trunk](float u, float v) { return collar_point(trunk, u, v); }, 0.028f, 16, 5});
  set_weights(m, trunk_weights(rig));
  return both_sides(std::move(m), rig);
}

Mesh cuff(const Rig& rig) {
  const vec3 axis = glm::normalize(joint::elbow - joint::arm);
  const vec3 centre = glm::mix(joint::arm, joint::elbow, 0.5f) + vec3(0.0f, 0.03f, 0.0f);
  Mesh m = band_ring(centre, axis, {0, 0, -1}, {0.475f, 0.49f}, {0.05f, 0.13f}, 28);
  set_weights(m, trunk_weights(rig));
  return both_sides(std::move(m), rig);
}

/// An end of the bow along its chain of bones.
Mesh bow_end(const Chain& chain, float side) {
  const std::vector<vec3> path{joint::knot + vec3(0, 0, -0.02f), chain.points[0], chain.points[1],
                               chain.points[2] + vec3(side * 0.03f, -0.1f, 0.0f)};
  const auto surface = [path, side](float u, float v) {
    const vec3 p = along_path(path, u);
    const float wide = 0.05f + 0.14f * std::sqrt(u);
    const float fold = 0.035f * std::cos(pi * v) * (1.0f - 0.7f * u);
    return p + vec3(0.96f, 0.22f * side, 0.0f) * (wide * v) +
           vec3(0, 0, -0.03f - fold - 0.03f * std::sin(5.0f * u));
  };
  return sheet({surface, 0.02f, 12, 6, 0.16f});
}

Mesh bow(const Rig& rig) {
  // The bow leans back like the collar below it.
  const vec3 across(1, 0, 0), front = glm::normalize(vec3(0, 0.3f, -1)), up = glm::cross(across, front);
  Mesh m = bow_loops({joint::knot, across, up, front, 0.66f, 0.29f, 0.05f, 0.1f});
  append(m, bow_end(ribbon_chains()[0], 1.0f));
  append(m, bow_end(ribbon_chains()[1], -1.0f));
  set_weights(m, bow_weights(rig));
  m.edge_scale.assign(m.size(), 0.8f);
  return m;
}

/// The z coordinate of a shape's front on the middle line.
float front_of(const Sdf& shape, float y) {
  float outside = -2.0f, inside = 0.0f;
  for (int i = 0; i < 24; ++i) {
    const float middle = 0.5f * (outside + inside);
    (shape({0, y, middle}) > 0.0f ? outside : inside) = middle;
  }
  return outside;
}

}  // namespace

Mesh make_trim(const Rig& rig) {
  Mesh m = bow(rig);
  append(m, make_hair_ribbons(rig));
  return m;
}

Mesh make_collar(const Rig& rig) {
  Mesh m = collar(rig);
  append(m, cuff(rig));
  return m;
}

Mesh make_buttons(const Rig& rig) {
  Mesh all;
  const Sdf trunk = trunk_shape();
  for (const float y : {13.25f, 12.55f, 11.9f}) {
    const float z = front_of(trunk, y) - 0.01f;
    Mesh m = lathe({7, 16, false, [=](float along, float angle) {
                      const float out = std::sin(pi * along), dent = 0.02f * std::pow(out, 6.0f);
                      return vec3(0, y, z) + vec3(0.1f * out * std::cos(angle), 0.1f * out * std::sin(angle),
                                                  -0.05f * std::cos(pi * along) - dent);
                    }});
    set_weights(m, trunk_weights(rig));
    append(all, m);
  }
  all.edge_scale.assign(all.size(), 1.0f);
  append(all, make_buckles(rig));
  return all;
}

}  // namespace mmd::sample
