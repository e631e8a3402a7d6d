#include "model/body_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "base/math.h"

namespace mmd {
namespace {

/// Ry * Rx * Rz, as MMD turns bodies.
mat3 rest_axes(const vec3& rotation) {
  const auto about = [](float angle, const vec3& axis) { return glm::angleAxis(angle, axis); };
  return glm::mat3_cast(about(rotation.y, {0, 1, 0}) * about(rotation.x, {1, 0, 0}) *
                        about(rotation.z, {0, 0, 1}));
}

/// What is within a radius of a line; of a point for spheres.
struct Round {
  vec3 from, to;
  float radius;
};
Round round_of(const RigidBody& body) {
  vec3 half(0.0f);
  if (body.shape == BodyShape::capsule) half = rest_axes(body.rotation)[1] * (0.5f * body.size.y);
  return {body.position - half, body.position + half, body.size.x};
}

/// Of two lines from a to b and from c to d; the nearest points are clamped to the ends in turn.
float distance_of_lines(const vec3& a, const vec3& b, const vec3& c, const vec3& d) {
  const vec3 u = b - a, v = d - c, w = a - c;
  const float uu = glm::dot(u, u), vv = glm::dot(v, v), uv = glm::dot(u, v);
  const float uw = glm::dot(u, w), vw = glm::dot(v, w);
  const auto share = [](float part, float whole) {
    return whole > 0.0f ? std::clamp(part / whole, 0.0f, 1.0f) : 0.0f;
  };
  float s = share(uv * vw - vv * uw, uu * vv - uv * uv);
  const float t = share(vw + s * uv, vv);
  s = share(t * uv - uw, uu);
  return glm::length(w + s * u - t * v);
}

/// Distance of a point from the surface of a box about the origin, negative inside.
float distance_from_box(const vec3& point, const vec3& half) {
  const vec3 q = glm::abs(point) - half;
  return glm::length(glm::max(q, vec3(0.0f))) + std::min(std::max({q.x, q.y, q.z}), 0.0f);
}

float overlap_with_box(const Round& round, const RigidBody& box) {
  const mat3 to_box = glm::transpose(rest_axes(box.rotation));
  const vec3 from = to_box * (round.from - box.position), to = to_box * (round.to - box.position);
  const auto distance = [&](float t) { return distance_from_box(glm::mix(from, to, t), box.size); };
  // Convex along a line, so a third can be left out at a time.
  float low = 0.0f, high = 1.0f;
  for (int i = 0; i < 40; ++i) {
    const float first = low + (high - low) / 3.0f, second = high - (high - low) / 3.0f;
    if (distance(first) < distance(second)) {
      high = second;
    } else {
      low = first;
    }
  }
  return round.radius - std::min({distance(0.0f), distance(1.0f), distance(0.5f * (low + high))});
}

/// By separating axes: the faces' and those across an edge of each.
float overlap_of_boxes(const RigidBody& a, const RigidBody& b) {
  const mat3 x = rest_axes(a.rotation), y = rest_axes(b.rotation);
  std::array<vec3, 15> axes;
  std::size_t count = 0;
  for (glm::length_t i = 0; i < 3; ++i) {
    axes[count++] = x[i];
    axes[count++] = y[i];
    for (glm::length_t k = 0; k < 3; ++k) axes[count++] = glm::cross(x[i], y[k]);
  }
  const auto reach = [](const mat3& m, const vec3& half, const vec3& axis) {
    return glm::dot(half, glm::abs(axis * m));
  };
  float least = std::numeric_limits<float>::max();
  for (const vec3& axis : axes) {
    const float length = glm::length(axis);
    if (length < 1e-3f) continue;  // parallel edges: the faces say it
    const vec3 unit = axis / length;
    const float apart = std::abs(glm::dot(b.position - a.position, unit));
    least = std::min(least, reach(x, a.size, unit) + reach(y, b.size, unit) - apart);
  }
  return least;
}

}  // namespace

bool collide(const RigidBody& a, const RigidBody& b) {
  const auto takes = [](const RigidBody& x, const RigidBody& y) {
    return ((x.collides_with >> y.group) & 1) != 0;
  };
  return a.is_solid && b.is_solid && (a.is_dynamic() || b.is_dynamic()) && takes(a, b) && takes(b, a);
}

float bounding_radius(const RigidBody& body) {
  switch (body.shape) {
    case BodyShape::sphere:
      return body.size.x;
    case BodyShape::box:
      return glm::length(body.size);
    case BodyShape::capsule:
      return body.size.x + 0.5f * body.size.y;
  }
  return 0.0f;
}

float rest_overlap(const RigidBody& a, const RigidBody& b) {
  const bool is_box = a.shape == BodyShape::box, other_is_box = b.shape == BodyShape::box;
  if (is_box && other_is_box) return overlap_of_boxes(a, b);
  if (is_box) return overlap_with_box(round_of(b), a);
  if (other_is_box) return overlap_with_box(round_of(a), b);
  const Round x = round_of(a), y = round_of(b);
  return x.radius + y.radius - distance_of_lines(x.from, x.to, y.from, y.to);
}

}  // namespace mmd
