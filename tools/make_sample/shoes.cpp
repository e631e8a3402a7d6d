#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/parts.h"

// Socks and shoes with a strap, for the left foot.

namespace mmd::sample {
namespace {

const vec3 ankle = joint::ankle;
const vec3 heel{ankle.x, 0.52f, ankle.z + 0.16f};
const vec3 ball{ankle.x + 0.03f, 0.42f, -0.62f}, toe{ankle.x + 0.03f, 0.38f, -1.12f};

/// The foot, thicker by `more`.
Sdf foot_shape(float more) {
  const Sdf heel_part = round_cone(heel, ankle + vec3(0.0f, -0.15f, 0.0f), 0.38f + more, 0.32f + more);
  const Sdf front = strand({heel, ball, toe}, {0.38f + more, 0.36f + more, 0.30f + more}, 0.15f);
  const Sdf toe_box = ellipsoid(toe + vec3(0.0f, -0.02f, 0.0f), {0.40f + more, 0.22f + more, 0.42f + more});
  return smooth_union({heel_part, front, toe_box}, 0.25f);
}

/// A band of leather over the instep, from one side of the shoe to the other.
Mesh strap() {
  const auto surface = [](float u, float v) {
    const float angle = pi * (0.02f + 0.96f * u);
    const vec3 middle(ankle.x + 0.01f, 0.5f, -0.26f + 0.12f * v - 0.05f * std::sin(angle));
    return middle +
           vec3(0.455f * std::cos(angle), (0.385f + 0.03f * v) * std::sin(angle), 0.1f * std::sin(angle));
  };
  return sheet({surface, 0.035f, 14, 4});
}

}  // namespace

Mesh make_socks(const Rig& rig) {
  const vec3 top = glm::mix(joint::knee, joint::ankle, 0.29f), low = ankle + vec3(0, 0.1f, 0);
  const Sdf leg = strand({top, low}, {0.445f, 0.29f}, 0.05f);
  const Sdf calf = ellipsoid({joint::knee.x + 0.04f, 4.15f, 0.17f}, {0.455f, 1.15f, 0.455f});
  Sdf shape = smooth_union({leg, calf}, 0.3f);
  shape = smooth_intersection(std::move(shape), half_space({0, 1, 0}, 4.35f), 0.1f);
  shape = smooth_union({std::move(shape), foot_shape(0.0f)}, 0.25f);
  Mesh m = surface_nets(shape, {-0.2f, -0.2f, -2.0f}, {2.0f, 4.8f, 1.3f}, 0.22f);
  Mesh hem = band_ring({joint::knee.x + 0.025f, 4.26f, 0.11f}, {0, 1, 0}, {1, 0, 0}, {0.462f, 0.462f},
                       {0.045f, 0.13f}, 28);
  append(m, hem);
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2(0.5f + 0.5f * std::atan2(p.x - ankle.x, 0.1f - p.z) / pi, (4.45f - p.y) / 3.8f);
  });
  repeat_across_seam(m);
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_shoes(const Rig& rig) {
  Sdf shape = foot_shape(0.075f);
  // The opening: low at the instep, higher at the heel.
  const Sdf opening = smooth_intersection(half_space(glm::normalize(vec3(0.0f, -1.0f, 0.3f)), -0.56f),
                                          half_space({0, 0, -1}, 0.62f), 0.3f);
  shape = smooth_subtraction(std::move(shape), opening, 0.08f);
  shape = smooth_intersection(std::move(shape), half_space({0, -1, 0}, -0.1f), 0.06f);
  Mesh m = surface_nets(shape, {-0.1f, -0.2f, -2.1f}, {2.0f, 2.2f, 1.3f}, 0.16f);
  append(m, strap());
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  m.uv.assign(m.size(), vec2(0.0f));
  return both_sides(std::move(m), rig);
}

Mesh make_soles(const Rig& rig) {
  constexpr float length = 1.27f, width = 0.45f, middle = -0.36f, height = 0.2f;
  struct Ring {
    float size, y;
  };
  static constexpr Ring rings[] = {{0.0f, 0.0f},           {0.93f, 0.0f},   {1.0f, 0.04f},
                                   {1.0f, height - 0.03f}, {0.96f, height}, {0.0f, height}};
  Mesh m = lathe({static_cast<int>(std::size(rings)), 40, false, [](float along, float angle) {
                    const auto r = static_cast<std::size_t>(
                        std::lround(along * static_cast<float>(std::size(rings) - 1)));
                    const auto round = [](float v) { return std::copysign(std::pow(std::abs(v), 0.78f), v); };
                    const float z = middle + length * rings[r].size * round(std::sin(angle));
                    // The waist before the heel, where the sole does not touch the ground.
                    const float waist = std::exp(-std::pow((z + 0.05f) / 0.3f, 2.0f));
                    const float across = width * (1.0f - 0.1f * waist - 0.06f * smoothstep(0.0f, 0.8f, z));
                    return vec3(ankle.x + 0.02f + across * rings[r].size * round(std::cos(angle)),
                                rings[r].y + (r < 2 ? 0.07f * waist : 0.0f), z);
                  }});
  turn_normals_outwards(m);
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

}  // namespace mmd::sample
