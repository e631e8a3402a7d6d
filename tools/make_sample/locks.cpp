#include "make_sample/locks.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

/// The share of the width at t.
float profile(const Lock& lock, float t) {
  const float body = lock.root + (1.0f - lock.root) * smoothstep(0.0f, lock.swell, t);
  return body * std::pow(std::max(1.0f - std::pow(t, lock.taper), 0.0f), lock.tip);
}

/// The angles around a lock are close at its edges: the outer side has the shared shade up to thin edges,
/// whose normals keep the outline.
float crowded_angle(float angle) {
  const float s = std::sin(angle), c = std::cos(angle);
  constexpr float flat = 0.62f;  // above 0: how much closer to the edges
  return s > 0.0f ? std::atan2(flat * s, c) : angle;
}

}  // namespace

void share_normals(Mesh& mesh, const std::function<vec3(const vec3&)>& out,
                   const std::function<vec3(const vec3&)>& shade) {
  constexpr float share = 0.9f;
  for (std::size_t v = 0; v < mesh.size(); ++v) {
    vec3& n = mesh.normal[v];
    const float outer = glm::dot(n, glm::normalize(out(mesh.position[v])));
    const vec3 common = glm::normalize(shade(mesh.position[v]));
    n = glm::normalize(glm::mix(n, common, share * smoothstep(-0.2f, 0.35f, outer)));
  }
  turn_normals_outwards(mesh);
}

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

Mesh make_lock(const Lock& lock, int number) {
  const auto point = [&lock](float along, float angle) {
    const float t = std::pow(along, lock.crowd);
    const vec3 p = along_path(lock.path, t);
    const vec3 tangent = glm::normalize(along_path(lock.path, std::min(t + 0.02f, 1.0f)) -
                                        along_path(lock.path, std::max(t - 0.02f, 0.0f)));
    const vec3 out = lock.out(p);
    const vec3 n = glm::normalize(out - tangent * glm::dot(out, tangent));
    const float size = t <= 0.0f || t >= 1.0f ? 0.0f : profile(lock, t);
    // A ridge along the middle of the outer side, as drawn hair has; the edges are thin.
    const float around = crowded_angle(angle), s = std::sin(around),
                ridge = s > 0.0f ? s * (0.8f + 0.2f * s) : 0.55f * s;
    return p + size * (lock.width * std::cos(around) * glm::cross(tangent, n) + lock.thickness * ridge * n);
  };
  Mesh m = lathe({lock.rings, lock.around, false, point});
  const float start =
      (lock.part == HairPart::tail ? 0.52f : 0.02f) + 0.24f * glm::fract(0.618f * static_cast<float>(number));
  for (std::size_t v = 0; v < m.size(); ++v) {
    m.uv[v].y = std::pow(m.uv[v].y, lock.crowd);
    m.uv[v].x = start + 0.2f * (0.5f + 0.5f * std::cos(2.0f * pi * m.uv[v].x));
  }
  share_normals(m, lock.out, lock.shade ? lock.shade : lock.out);
  // Thin towards the tip, where the texture is translucent.
  m.edge_scale.clear();
  for (const vec2& uv : m.uv) m.edge_scale.push_back(lock.edge * smoothstep(1.0f, 0.75f, uv.y));
  for (vec2& uv : m.uv) uv.y = glm::mix(lock.paint_from, lock.paint_to, uv.y);
  return m;
}

}  // namespace mmd::sample
