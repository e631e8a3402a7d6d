#include "edit/gizmo.h"

#include <algorithm>
#include <cmath>

#include "base/handedness.h"

namespace mmd::edit {
namespace {

/// A ring is seen from its edge if the cosine between the ray and the ring's axis is smaller.
constexpr double edge_cosine = 0.12;
constexpr int ring_points = 64;

constexpr double two_pi = 6.28318530717958647692, radian = 3.14159265358979323846 / 180.0;

std::vector<vec3> ring(const GizmoFrame& frame, int axis) {
  const vec3& u = frame.axes[static_cast<std::size_t>((axis + 1) % 3)];
  const vec3& v = frame.axes[static_cast<std::size_t>((axis + 2) % 3)];
  std::vector<vec3> out;
  for (int i = 0; i <= ring_points; ++i) {
    const auto angle = static_cast<float>(two_pi * i / ring_points);
    out.push_back(frame.at + frame.size * (std::cos(angle) * u + std::sin(angle) * v));
  }
  return out;
}

std::vector<vec3> arrow(const GizmoFrame& frame, int axis) {
  constexpr float reach = 1.25f;  // beyond the rings, to tell rings and arrows apart
  return {frame.at, frame.at + reach * frame.size * frame.axes[static_cast<std::size_t>(axis)]};
}

glm::dquat about(const glm::dvec3& axis, double angle) {
  const glm::dvec3 v = axis * std::sin(0.5 * angle);
  return {std::cos(0.5 * angle), v.x, v.y, v.z};
}

/// The rotation about one of the coordinate axes, in degrees.
glm::dquat about(int axis, double degrees) {
  const double half = 0.5 * degrees * radian;
  glm::dvec3 v(0.0);
  v[axis] = std::sin(half);
  return {std::cos(half), v.x, v.y, v.z};
}

glm::dvec3 unit_axis(int axis) {
  glm::dvec3 out(0.0);
  out[axis] = 1.0;
  return out;
}

/// A unit vector perpendicular to `v`.
vec3 across(const vec3& v) {
  const vec3 other = std::abs(v.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
  return glm::normalize(glm::cross(other, v));
}

}  // namespace

std::vector<GizmoPart> gizmo_parts(const GizmoFrame& frame, const Bone& bone) {
  using Kind = GizmoHandle::Kind;
  std::vector<GizmoPart> out;
  for (int axis = 0; axis < 3; ++axis) {
    const bool turns = bone.rotatable && (!bone.has_fixed_axis || axis == 2);
    if (turns) out.push_back({{Kind::turn, axis}, ring(frame, axis)});
    if (bone.movable) out.push_back({{Kind::move, axis}, arrow(frame, axis)});
  }
  if (bone.movable) out.push_back({{Kind::slide, 0}, {frame.at}});
  return out;
}

GizmoDrag::GizmoDrag(const GizmoFrame& frame, GizmoHandle handle, const Ray& grabbed, const vec3& facing)
    : handle_(handle),
      at_(frame.at),
      axis_(frame.axes[static_cast<std::size_t>(handle.axis)]),
      facing_(facing),
      radius_(frame.size) {
  if (handle_.kind == GizmoHandle::Kind::move) {
    start_ = along(grabbed, axis_, 0.0);
  } else if (handle_.kind == GizmoHandle::Kind::slide) {
    first_ = in_plane(grabbed, facing_, at_);
  } else {
    take_ring(grabbed);
  }
}

void GizmoDrag::take_ring(const Ray& grabbed) {
  on_edge_ = std::abs(glm::dot(glm::dvec3(grabbed.direction), axis_)) < edge_cosine;
  const glm::dvec3 aside(across(vec3(axis_)));
  if (on_edge_) {
    // Seen from its edge, the ring looks like a line along the tangent at its nearest point.
    const glm::dvec3 tangent = glm::cross(axis_, -facing_);
    tangent_ = glm::length(tangent) > 1e-9 ? glm::normalize(tangent) : aside;
    start_ = along(grabbed, tangent_, 0.0) / radius_;
    return;
  }
  first_ = in_plane(grabbed, axis_, at_ + aside) - at_;
  first_ = glm::length(first_) > 1e-9 ? glm::normalize(first_) : aside;
}

/// The place on the axis through the gizmo that is nearest to the ray; `otherwise` if both are parallel.
double GizmoDrag::along(const Ray& ray, const glm::dvec3& axis, double otherwise) const {
  const glm::dvec3 d(ray.direction), w = at_ - glm::dvec3(ray.origin);
  const double b = glm::dot(axis, d), across_it = 1.0 - b * b;
  if (across_it < 1e-6) return otherwise;
  return (b * glm::dot(d, w) - glm::dot(axis, w)) / across_it;
}

/// The intersection of the ray and the plane through the gizmo; `otherwise` if it is behind the ray's origin.
glm::dvec3 GizmoDrag::in_plane(const Ray& ray, const glm::dvec3& normal, const glm::dvec3& otherwise) const {
  const glm::dvec3 d(ray.direction), o(ray.origin);
  const double steep = glm::dot(d, normal);
  if (std::abs(steep) < 1e-6) return otherwise;
  const double t = glm::dot(at_ - o, normal) / steep;
  return t > 0.0 ? o + t * d : otherwise;
}

void GizmoDrag::to(const Ray& ray, double pace) {
  if (pace != pace_) {
    pace_ = pace;
    paced_from_ = pointer_value_;
    value_from_ = value_;
    slid_paced_from_ = pointer_slid_;
    slid_from_ = slid_;
  }
  follow(ray);
  value_ = value_from_ + (pointer_value_ - paced_from_) * pace_;
  if (handle_.kind != GizmoHandle::Kind::slide) return;
  slid_ = slid_from_ + (pointer_slid_ - slid_paced_from_) * pace_;
  value_ = glm::length(slid_);
}

/// Finds the value at full pace.
void GizmoDrag::follow(const Ray& ray) {
  switch (handle_.kind) {
    case GizmoHandle::Kind::move:
      pointer_value_ = along(ray, axis_, start_ + pointer_value_) - start_;
      return;
    case GizmoHandle::Kind::slide:
      pointer_slid_ = in_plane(ray, facing_, first_ + pointer_slid_) - first_;
      return;
    case GizmoHandle::Kind::turn:
      break;
  }
  if (on_edge_) {
    pointer_value_ = along(ray, tangent_, (start_ + pointer_value_) * radius_) / radius_ - start_;
    return;
  }
  const glm::dvec3 now = in_plane(ray, axis_, at_ + first_) - at_;
  if (glm::length(now) < 1e-9) return;
  const double angle = std::atan2(glm::dot(axis_, glm::cross(first_, now)), glm::dot(first_, now));
  pointer_value_ += std::remainder(angle - last_, two_pi);  // the shorter way
  last_ = angle;
}

vec3 GizmoDrag::offset(double value) const {
  if (handle_.kind == GizmoHandle::Kind::move) return vec3(axis_ * value);
  const double length = glm::length(slid_);
  return length > 1e-9 ? vec3(slid_ * (value / length)) : vec3(0.0f);
}

double snapped(double value, double step) {
  return std::round(value / step) * step;
}

std::array<vec3, 3> gizmo_axes(const Bone& bone, const HeldBone& held, GizmoAxes axes) {
  const glm::dquat parent(held.parent);
  const glm::dquat local = parent * glm::dquat(held.own.rotation);
  if (bone.has_fixed_axis && bone.fixed_axis != vec3(0.0f)) {
    const vec3 fixed(glm::normalize(parent * glm::dvec3(bone.fixed_axis)));
    const vec3 u = across(fixed);
    return {u, glm::cross(fixed, u), fixed};
  }
  std::array<vec3, 3> out{};
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 e = unit_axis(i);
    const glm::dvec3 v = axes == GizmoAxes::local ? local * e : axes == GizmoAxes::parent ? parent * e : e;
    out[static_cast<std::size_t>(i)] = vec3(glm::normalize(v));
  }
  return out;
}

SetBones::Entry turned(const Bone& bone, const HeldBone& held, GizmoAxes axes, int axis, double angle) {
  const glm::dquat own(held.own.rotation);
  glm::dvec3 around = bone.has_fixed_axis ? glm::dvec3(bone.fixed_axis) : unit_axis(axis);
  if (!bone.has_fixed_axis && axes == GizmoAxes::world)
    around = glm::inverse(glm::dquat(held.parent)) * around;
  const glm::dquat turn = about(around, angle);
  const bool is_local = !bone.has_fixed_axis && axes == GizmoAxes::local;
  return {held.bone, std::nullopt, quat(glm::normalize(is_local ? own * turn : turn * own))};
}

SetBones::Entry moved(const HeldBone& held, const vec3& offset) {
  const glm::dvec3 own = glm::inverse(glm::dquat(held.parent)) * glm::dvec3(offset);
  return {held.bone, held.own.translation + vec3(own), std::nullopt};
}

quat rotation_from_degrees(const vec3& degrees) {
  const glm::dquat q = glm::normalize(about(1, degrees.y) * about(0, degrees.x) * about(2, degrees.z));
  return mirror(quat(q));
}

vec3 degrees_from_rotation(const quat& rotation) {
  // Columns of the matrix Y · X · Z; one element is the sine of X alone.
  const glm::dmat3 m = glm::mat3_cast(glm::normalize(glm::dquat(mirror(rotation))));
  const double sine = std::clamp(-m[2][1], -1.0, 1.0);
  const bool at_end = std::abs(sine) > 1.0 - 1e-9;
  const double x = std::asin(sine);
  const double y = at_end ? std::atan2(-m[0][2], m[0][0]) : std::atan2(m[2][0], m[2][2]);
  const double z = at_end ? 0.0 : std::atan2(m[0][1], m[1][1]);
  return vec3(glm::dvec3(x, y, z) / radian) + vec3(0.0f);
}

float twist_degrees(const quat& rotation, const vec3& axis) {
  const double along = glm::dot(glm::dvec3(rotation.x, rotation.y, rotation.z), glm::dvec3(axis));
  const double degrees = -2.0 * std::atan2(along, static_cast<double>(rotation.w)) / radian;
  return static_cast<float>(std::remainder(degrees, 360.0)) + 0.0f;
}

quat rotation_from_twist(float degrees, const vec3& axis) {
  return glm::angleAxis(static_cast<float>(-static_cast<double>(degrees) * radian), axis);
}

}  // namespace mmd::edit
