#include "make_sample/scalp.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {

vec3 around_skull(Bearing at, float radius) {
  const float s = at.side * pi / 180.0f, u = at.up * pi / 180.0f;
  const float top = std::max(std::sin(u), 0.0f);
  const float height = 1.06f + 0.11f * std::pow(top, 6.0f);  // no flat crown
  return skull_middle + vec3(0.97f * radius * std::sin(s) * std::cos(u), height * radius * std::sin(u),
                             -radius * std::cos(s) * std::cos(u));
}

vec3 from_skull(const vec3& p) {
  return p - skull_middle;
}

vec3 shade_of_head(const vec3& p) {
  const vec3 d = from_skull(p);
  const float up = d.y / glm::length(d);
  return {d.x, d.y * glm::mix(0.3f, 0.9f, smoothstep(-0.4f, 0.5f, up)), d.z};
}

float up_at(const vec3& p) {
  const vec3 d = from_skull(p) / vec3(0.97f, 1.06f, 1.0f);
  return std::asin(std::clamp(d.y / glm::length(d), -1.0f, 1.0f)) * 180.0f / pi;
}

float paint_at(const vec3& p) {
  return 0.02f + (90.0f - up_at(p)) / 125.0f;
}

float scalp_radius(const Sdf& head, Bearing at) {
  float inside = 0.8f, outside = 2.2f;
  for (int i = 0; i < 16; ++i) {
    const float middle = 0.5f * (inside + outside);
    (head(around_skull(at, middle)) < 0.0f ? inside : outside) = middle;
  }
  return inside;
}

vec3 raised(const vec3& p) {
  const vec3 origin = lowered(vec3(0.0f));
  const float scale = lowered(vec3(1.0f, 0.0f, 0.0f)).x - origin.x;
  return (p - origin) / scale;
}

void HeadHair::add(Lock lock) {
  lock.shade = shade_of_head;
  const float from = lock.paint_from, to = lock.paint_to;
  lock.paint_from = 0.0f, lock.paint_to = 1.0f;
  Mesh m = make_lock(lock, count_++);
  // Below the level part of the texture, the rest of it runs to the lock's tip.
  constexpr float level_end = 0.58f;
  float start = 0.0f;
  while (start < 0.95f && paint_at(along_path(lock.path, start)) < level_end) start += 0.02f;
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float t = m.uv[v].y, below = std::max((t - start) / (1.0f - start), 0.0f);
    const float first = start > 0.0f ? level_end : std::max(from, level_end);
    m.uv[v].y = start > 0.0f && t < start ? std::clamp(paint_at(m.position[v]), 0.09f, level_end)
                                          : glm::mix(first, to, below);
  }
  append(all_, m);
}

void HeadHair::add_both(const Lock& lock) {
  add(lock);
  Lock other = lock;
  for (vec3& p : other.path) p.x = -p.x;
  add(other);
}

Mesh HeadHair::take(const Rig& rig) {
  lower(all_);
  set_weights(all_, on_bone(rig, "頭"));
  return std::move(all_);
}

}  // namespace mmd::sample
