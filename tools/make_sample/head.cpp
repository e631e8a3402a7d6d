#include <glm/geometric.hpp>

#include "make_sample/parts.h"
#include "make_sample/surface_nets.h"
#include "make_sample/weights.h"

namespace mmd::sample {
namespace {

const vec3 skull(0.0f, 18.0f, 0.05f);

/// A point on a sphere around the skull: degrees to the side from the front, degrees up.
vec3 around_skull(float side, float up, float radius) {
  const float s = side * pi / 180.0f, u = up * pi / 180.0f;
  return skull + vec3(radius * std::sin(s) * std::cos(u), 1.06f * radius * std::sin(u),
                      -radius * std::cos(s) * std::cos(u));
}

/// A lock of hair: from the crown down to `tip_up` degrees, swept sideways on its way.
Sdf lock(float side, float tip_up, float width, float sweep, float radius) {
  std::vector<vec3> points;
  std::vector<float> radii;
  constexpr int steps = 9;
  for (int i = 0; i < steps; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(steps - 1);
    const float up = 66.0f + (tip_up - 66.0f) * t;
    const float thick = width * (i + 1 == steps ? 0.25f : std::sqrt(1.0f - 0.86f * t * t));
    points.push_back(around_skull(side + sweep * t * t, up, radius - thick * 0.55f));
    radii.push_back(thick);
  }
  return strand(points, radii, 0.22f);
}

/// A lock that hangs straight down from the side of the head.
Sdf hanging(float side, float bottom, float width, float radius, float inward) {
  const vec3 top = around_skull(side, 40.0f, radius - width),
             middle = around_skull(side, 5.0f, radius - width * 0.5f);
  vec3 low = around_skull(side, -20.0f, radius - width * 0.6f), tip = low;
  low.y = glm::mix(middle.y, bottom, 0.6f);
  tip.y = bottom;
  tip.x *= inward;
  tip.z = skull.z + (tip.z - skull.z) * inward;
  return strand({top, middle, low, tip}, {width, width, width * 0.85f, width * 0.45f}, 0.25f);
}

Sdf hair_shape() {
  const Sdf cap = ellipsoid(skull + vec3(0, 0.14f, 0.14f), {1.88f, 1.98f, 1.9f});
  // The face looks out of the cap: everything in front of the ears and below the hairline is cut away.
  const Sdf window = smooth_intersection(half_space({0, 0, 1}, -0.35f), half_space({0, 1, 0}, 18.9f), 0.5f);
  const Sdf below = half_space({0, 1, 0}, 17.0f);
  std::vector<Sdf> locks{smooth_subtraction(smooth_subtraction(cap, window, 0.3f), below, 0.4f)};
  struct Bang {
    float side, tip_up, width, sweep;
  };
  constexpr Bang bangs[] = {{-62, -6, 0.36f, -3}, {-43, 3, 0.38f, -10}, {-24, 7, 0.4f, -10},
                            {-4, 5, 0.4f, -12},   {15, 8, 0.4f, 8},     {34, 5, 0.39f, 10},
                            {52, 1, 0.37f, 8},    {66, -8, 0.34f, 2}};
  for (const Bang& b : bangs) locks.push_back(lock(b.side, b.tip_up, b.width, b.sweep, 2.0f));
  for (const float sign : {-1.0f, 1.0f}) {
    locks.push_back(hanging(sign * 80.0f, 15.75f, 0.3f, 1.95f, 0.92f));
    for (const float side : {104.0f, 129.0f, 154.0f})
      locks.push_back(hanging(sign * side, 15.55f, 0.52f, 2.02f, 0.86f));
  }
  locks.push_back(hanging(180.0f, 15.5f, 0.52f, 2.02f, 0.86f));
  return smooth_union(std::move(locks), 0.13f);
}

/// The one lock that will not lie down.
Mesh stray_lock() {
  const vec3 root = skull + vec3(0.0f, 1.95f, 0.15f);
  std::vector<vec3> points;
  std::vector<float> radii;
  for (int i = 0; i <= 8; ++i) {
    const float t = static_cast<float>(i) / 8.0f;
    points.push_back(root + vec3(0.85f * t * t, 0.95f * t - 0.5f * t * t * t, -0.12f * t));
    radii.push_back(0.15f * std::sqrt(1.0f - 0.9f * t));
  }
  return tube(points, radii, {0, 0, -1}, 12, 1);
}

/// Turns the normals of the face a little towards the front and up, so that a cheek or the chin does not fall
/// into the toon's shade as hard as its shape would have it (models for MMD are made so).
void soften_face(Mesh& mesh) {
  for (std::size_t v = 0; v < mesh.size(); ++v) {
    const vec3& p = mesh.position[v];
    const float w = smoothstep(0.1f, -0.7f, p.z) * smoothstep(16.0f, 16.4f, p.y);
    mesh.normal[v] = glm::normalize(mesh.normal[v] + w * vec3(0.0f, 0.35f, -0.5f));
  }
}

}  // namespace

Sdf head_shape() {
  const Sdf ball = ellipsoid(skull + vec3(0, 0.02f, 0.02f), {1.68f, 1.8f, 1.7f});
  const Sdf jaw = ellipsoid({0, 16.95f, -0.42f}, {1.12f, 0.95f, 1.05f});
  const Sdf nose = round_cone({0, 17.12f, -1.5f}, {0, 17.03f, -1.6f}, 0.06f, 0.07f);
  return smooth_union({smooth_union({ball, jaw}, 0.75f), nose}, 0.22f);
}

void lower(Mesh& mesh) {
  for (vec3& p : mesh.position) p.y -= 0.3f;
}

Mesh make_head(const Rig& rig) {
  const Sdf neck = strand({{0, 14.5f, 0.1f}, {0, 16.6f, 0.1f}}, {0.52f, 0.48f}, 0.05f);
  const auto ear = [](float side) { return ellipsoid({side * 1.66f, 17.45f, 0.15f}, {0.16f, 0.36f, 0.26f}); };
  const Sdf shape = smooth_union({smooth_union({head_shape(), ear(1), ear(-1)}, 0.12f), neck}, 0.25f);
  Mesh m = surface_nets(shape, {-2.2f, 13.7f, -2.1f}, {2.2f, 20.3f, 2.2f}, 0.16f);
  soften_face(m);
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2((p.x - face_left) / (face_right - face_left), (face_top - p.y) / (face_top - face_bottom));
  });
  set_edge_scale(m, [](const vec3&) { return 0.8f; });
  lower(m);
  set_weights(m, head_weights(rig));
  return m;
}

Mesh make_hair(const Rig& rig) {
  Mesh m = surface_nets(hair_shape(), {-2.7f, 14.9f, -2.6f}, {2.7f, 21.2f, 2.8f}, 0.14f);
  append(m, stray_lock());
  set_uv(m, [](const vec3& p, const vec3&) { return vec2(p.x * 0.35f, (20.4f - p.y) / 5.2f); });
  set_edge_scale(m, [](const vec3&) { return 1.0f; });
  lower(m);
  set_weights(m, on_bone(rig, "頭"));
  return m;
}

}  // namespace mmd::sample
