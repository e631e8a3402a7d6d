#include "scene/body_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/handedness.h"
#include "physics/body_transform.h"

namespace mmd {
namespace {

constexpr int segments_of_circle = 24;  // a multiple of four, so that the extent is exact
constexpr float joint_half = 0.05f;     // half the edge of a joint's box, MMD units

Affine right_handed(const BodyTransform& t) {
  return affine_from(mirror(t.rotation), mirror(t.position));
}

/// An arc around `centre` from angle `from` to `to`, radians; `u` is angle 0, `v` a right angle.
void add_arc(const Affine& place, const vec3& centre, const vec3& u, const vec3& v, float from, float to,
             MarkLines& out) {
  const int count =
      std::max(1, static_cast<int>(std::ceil((to - from) / (2.0f * pi) * segments_of_circle - 1e-3f)));
  const auto point = [&](int i) {
    const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(count);
    return transform_point(place, centre + u * std::cos(angle) + v * std::sin(angle));
  };
  vec3 before = point(0);
  for (int i = 1; i <= count; ++i) {
    const vec3 next = point(i);
    out.push_back({before, next});
    before = next;
  }
}

void add_circle(const Affine& place, const vec3& centre, const vec3& u, const vec3& v, MarkLines& out) {
  add_arc(place, centre, u, v, 0.0f, 2.0f * pi, out);
}

void add_box(const Affine& place, const vec3& half, MarkLines& out) {
  const auto corner = [&](unsigned c) {
    const vec3 sign((c & 1u) != 0 ? 1.0f : -1.0f, (c & 2u) != 0 ? 1.0f : -1.0f, (c & 4u) != 0 ? 1.0f : -1.0f);
    return transform_point(place, half * sign);
  };
  for (unsigned c = 0; c < 8; ++c)
    for (const unsigned axis : {1u, 2u, 4u})
      if ((c & axis) == 0) out.push_back({corner(c), corner(c | axis)});
}

void add_capsule(const Affine& place, float radius, float between, MarkLines& out) {
  const vec3 end(0.0f, between * 0.5f, 0.0f), up(0.0f, radius, 0.0f);
  const vec3 sides[] = {{radius, 0.0f, 0.0f}, {0.0f, 0.0f, radius}};
  for (const vec3& centre : {end, -end}) add_circle(place, centre, sides[0], sides[1], out);
  for (const vec3& side : sides) {
    add_arc(place, end, side, up, 0.0f, pi, out);
    add_arc(place, -end, side, -up, 0.0f, pi, out);
    for (const vec3& edge : {side, -side})
      out.push_back({transform_point(place, edge + end), transform_point(place, edge - end)});
  }
}

/// The distance along a ray to a shape that it misses.
constexpr float no_hit = std::numeric_limits<float>::infinity();

struct BodyRay {
  vec3 from{0.0f}, along{0.0f};
};

/// The ray through a point of a picture.
BodyRay ray_through(const Actor& actor, const Camera& camera, const vec2& size, const vec2& point) {
  const glm::dmat4 matrix =
      glm::dmat4(projection_matrix(camera, size.x / size.y, actor.enclosing_bounds()) * view_matrix(camera));
  const glm::dmat4 back = glm::inverse(matrix);
  const glm::dvec2 at(2.0 * point.x / size.x - 1.0, 1.0 - 2.0 * point.y / size.y);
  const auto seen = [&](double depth) {
    const glm::dvec4 p = back * glm::dvec4(at, depth, 1.0);
    return glm::dvec3(p) / p.w;
  };
  const glm::dvec3 near = seen(-1.0);
  const vec3 along(glm::normalize(seen(0.0) - near));
  if (camera.orthographic) return {vec3(near) - along * camera.distance(), along};
  return {camera.eye, along};
}

BodyRay in_space_of(const Affine& place, const BodyRay& ray) {
  const auto back = [&](const vec3& v) {
    return vec3(place.row[0]) * v.x + vec3(place.row[1]) * v.y + vec3(place.row[2]) * v.z;
  };
  const vec3 first(place.row[0].x, place.row[1].x, place.row[2].x);
  const float squared_scale = glm::dot(first, first);
  return {back(ray.from - translation_of(place)) / squared_scale, back(ray.along) / squared_scale};
}

/// The distance at which a ray enters a sphere of `radius` around the origin or, if one component of `axes`
/// is 0 (others 1), an infinite cylinder along that axis.
float enters_round(const BodyRay& ray, const vec3& axes, float radius) {
  const vec3 from = ray.from * axes, along = ray.along * axes;
  const float a = glm::dot(along, along), b = glm::dot(from, along);
  const float root = b * b - a * (glm::dot(from, from) - radius * radius);
  return a > 0.0f && root >= 0.0f ? (-b - std::sqrt(root)) / a : no_hit;
}

float enters_box(const BodyRay& ray, const vec3& half) {
  float first = -no_hit, last = no_hit;
  for (glm::length_t i = 0; i < 3; ++i) {
    if (ray.along[i] == 0.0f) {
      if (std::abs(ray.from[i]) > half[i]) return no_hit;
      continue;
    }
    const float a = (-half[i] - ray.from[i]) / ray.along[i], b = (half[i] - ray.from[i]) / ray.along[i];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last ? first : no_hit;
}

float enters_capsule(const BodyRay& ray, float radius, float between) {
  const vec3 end(0.0f, between * 0.5f, 0.0f);
  const float side = enters_round(ray, vec3(1.0f, 0.0f, 1.0f), radius);
  float first = std::abs(ray.from.y + side * ray.along.y) <= end.y ? side : no_hit;
  for (const vec3& centre : {end, -end})
    first = std::min(first, enters_round({ray.from - centre, ray.along}, vec3(1.0f), radius));
  return first;
}

float enters(const RigidBody& body, const BodyRay& ray) {
  switch (body.shape) {
    case BodyShape::sphere:
      return enters_round(ray, vec3(1.0f), body.size.x);
    case BodyShape::box:
      return enters_box(ray, body.size);
    default:
      return enters_capsule(ray, body.size.x, body.size.y);
  }
}

}  // namespace

Affine body_in_scene(const Actor& actor, std::size_t index) {
  const RigidBody& body = actor.model().bodies[index];
  if (index < actor.bodies.size()) {
    Affine place = actor.bodies[index];
    for (vec4& row : place.row) row = vec4(vec3(row) * actor.placement().scale, row.w);
    return place;
  }
  const Affine rest = right_handed(rest_transform(body.position, body.rotation));
  const Affine to_scene = affine_from(actor.placement());
  return body.bone == none ? to_scene * rest
                           : to_scene * actor.palette()[static_cast<std::size_t>(body.bone)] * rest;
}

Affine joint_in_scene(const Actor& actor, const Joint& joint) {
  const auto first = static_cast<std::size_t>(joint.body_a);
  const RigidBody& body = actor.model().bodies[first];
  const BodyTransform a = rest_transform(body.position, body.rotation);
  const BodyTransform own = rest_transform(joint.position, joint.rotation);
  const quat back = glm::conjugate(a.rotation);
  return body_in_scene(actor, first) *
         right_handed({back * (own.position - a.position), back * own.rotation});
}

void add_body_lines(const RigidBody& body, const Affine& place, MarkLines& out) {
  const vec3 x(body.size.x, 0.0f, 0.0f), y(0.0f, body.size.x, 0.0f), z(0.0f, 0.0f, body.size.x);
  switch (body.shape) {
    case BodyShape::sphere:
      for (const auto& [u, v] : {std::pair(x, y), std::pair(y, z), std::pair(z, x)})
        add_circle(place, vec3(0.0f), u, v, out);
      return;
    case BodyShape::box:
      return add_box(place, body.size, out);
    case BodyShape::capsule:
      return add_capsule(place, body.size.x, body.size.y, out);
  }
}

void add_joint_lines(const Affine& place, MarkLines& out) {
  add_box(place, vec3(joint_half), out);
}

void add_limit_lines(const Model& model, const Joint& joint, const Affine& place, MarkLines& out) {
  if (joint.type != JointType::spring_six_dof && joint.type != JointType::six_dof) return;
  constexpr float min_arc = 0.005f;  // radians; smaller arcs are invisible
  const BodyTransform own = rest_transform(joint.position, joint.rotation);
  const RigidBody& second = model.bodies[static_cast<std::size_t>(joint.body_b)];
  const vec3 ahead = glm::conjugate(own.rotation) * (second.position - own.position);
  const float radius = std::clamp(0.5f * glm::length(ahead), 2.0f * joint_half, 10.0f * joint_half);
  for (glm::length_t i = 0; i < 3; ++i) {
    const float lower = joint.rotation_lower[i], upper = joint.rotation_upper[i];
    const bool free = lower > upper || upper - lower >= 2.0f * pi;
    if (!free && upper - lower < min_arc) continue;
    vec3 axis(0.0f), start = ahead;
    axis[i] = 1.0f;
    start[i] = 0.0f;
    if (glm::length(start) < 0.1f * glm::length(ahead) || start == vec3(0.0f)) {
      start = vec3(0.0f);
      start[(i + 1) % 3] = 1.0f;  // the body lies on the axis: any direction
    }
    start = glm::normalize(start) * radius;
    const vec3 u = mirror(start), v = mirror(glm::cross(axis, start));
    if (free) {
      add_circle(place, vec3(0.0f), u, v, out);
      continue;
    }
    add_arc(place, vec3(0.0f), u, v, lower, upper, out);
    for (const float end : {lower, upper})
      out.push_back({translation_of(place), transform_point(place, u * std::cos(end) + v * std::sin(end))});
  }
}

std::vector<std::int32_t> bodies_at(const Actor& actor, const Camera& camera, const vec2& size,
                                    const vec2& point) {
  std::vector<std::int32_t> out;
  if (!(size.x >= 1.0f) || !(size.y >= 1.0f)) return out;
  const BodyRay ray = ray_through(actor, camera, size, point);
  std::vector<std::pair<float, std::int32_t>> found;
  const std::vector<RigidBody>& bodies = actor.model().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const float first = enters(bodies[i], in_space_of(body_in_scene(actor, i), ray));
    if (first >= 0.0f && first < no_hit) found.emplace_back(first, static_cast<std::int32_t>(i));
  }
  std::sort(found.begin(), found.end());
  for (const auto& [distance, body] : found) out.push_back(body);
  return out;
}

}  // namespace mmd
