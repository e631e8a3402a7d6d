#include "make_sample/scalp.h"

#include <cmath>
#include <utility>

#include "make_sample/parts.h"

namespace mmd::sample {

vec3 around_skull(Bearing at, float radius) {
  const float s = at.side * pi / 180.0f, u = at.up * pi / 180.0f;
  return skull_middle + vec3(0.97f * radius * std::sin(s) * std::cos(u), 1.06f * radius * std::sin(u),
                             -radius * std::cos(s) * std::cos(u));
}

vec3 from_skull(const vec3& p) {
  return p - skull_middle;
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
