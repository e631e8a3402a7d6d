#include <algorithm>
#include <cmath>
#include <utility>

#include "model/builders.h"

namespace mmd {
namespace {

constexpr std::string_view body_section = "rigid bodies";
constexpr std::string_view joint_section = "joints";

/// A smaller size counts as 0, for the same reason.
constexpr float min_size = 1e-6f;

/// A body or joint being checked: adds its repairs.
class Element {
 public:
  Element(std::string_view section, std::size_t index, std::string_view name, Repairs& repairs)
      : section_(section), index_(index), name_(name), repairs_(repairs) {}

  void report(std::string_view kind, Severity severity = Severity::warning) {
    repairs_.add(section_, kind, index_, name_, severity);
  }
  float number(float value) { return value_if(std::isfinite(value), value); }
  float coordinate(float value) { return value_if(std::abs(value) <= max_coordinate, value); }
  vec3 numbers(const vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }
  vec3 coordinates(const vec3& v) { return {coordinate(v.x), coordinate(v.y), coordinate(v.z)}; }
  float damping(float value) {
    const float given = number(value), clamped = std::clamp(given, 0.0f, 1.0f);
    if (clamped != given) report(repair_kind::damping, Severity::note);
    return clamped;
  }

 private:
  /// Adds one repair per element, however many of its numbers are damaged.
  float value_if(bool usable, float value) {
    if (usable) return value;
    if (!std::exchange(told_number_, true)) report(repair_kind::body_number);
    return 0.0f;
  }

  std::string_view section_;
  std::size_t index_;
  std::string_view name_;
  Repairs& repairs_;
  bool told_number_ = false;
};

bool has_extent(BodyShape shape, const vec3& size) {
  switch (shape) {
    case BodyShape::box:
      return size.x > 0.0f && size.y > 0.0f && size.z > 0.0f;
    case BodyShape::sphere:
    case BodyShape::capsule:  // of length 0 it is a sphere
      return size.x > 0.0f;
  }
  return false;
}

/// The components of the size that the shape uses.
vec3 used_part(BodyShape shape, const vec3& size) {
  switch (shape) {
    case BodyShape::sphere:
      return {size.x, 0.0f, 0.0f};
    case BodyShape::box:
      return size;
    case BodyShape::capsule:
      return {size.x, size.y, 0.0f};
  }
  return size;
}

void set_shape(const pmx::RigidBody& raw, Element& element, RigidBody& out) {
  const bool known = raw.shape <= static_cast<std::uint8_t>(BodyShape::capsule);
  if (known) {
    out.shape = static_cast<BodyShape>(raw.shape);
  } else {
    element.report(repair_kind::body_shape);
  }
  const vec3 size = element.coordinates(used_part(out.shape, raw.size));
  const vec3 positive = glm::abs(size);
  if (positive != size) element.report(repair_kind::negative_size);
  for (glm::length_t axis = 0; axis < 3; ++axis) {
    if (positive[axis] >= min_size) out.size[axis] = positive[axis];
  }
  out.is_solid = known && has_extent(out.shape, out.size);
  if (known && !out.is_solid) element.report(repair_kind::no_size, Severity::note);
}

void set_motion(const pmx::RigidBody& raw, Element& element, RigidBody& out) {
  out.mode = BodyMode::dynamic;
  if (raw.mode <= static_cast<std::uint8_t>(BodyMode::dynamic_rotation)) {
    out.mode = static_cast<BodyMode>(raw.mode);
  } else {
    element.report(repair_kind::body_mode);
  }
  if (!out.is_dynamic()) return;
  out.mass = element.number(raw.mass);
  if (out.mass < min_mass) {
    element.report(repair_kind::massless);
    out.mass = 0.0f;
    out.mode = BodyMode::follows_bone;
  }
}

RigidBody build_body(const pmx::File& file, std::size_t i, Repairs& repairs) {
  constexpr std::uint8_t last_group = 15;
  const pmx::RigidBody& raw = file.rigid_bodies[i];
  RigidBody out;
  out.name = file.utf8(raw.name);
  out.name_english = file.utf8(raw.name_english);
  Element element(body_section, i, out.name, repairs);
  out.bone =
      checked_index(raw.bone, file.bones.size(), repairs, body_section, repair_kind::bone_index, i, out.name);
  if (raw.group > last_group) element.report(repair_kind::body_group);
  out.group = std::min(raw.group, last_group);
  out.collides_with = raw.collision_mask;
  set_shape(raw, element, out);
  out.position = element.coordinates(raw.position);
  out.rotation = element.coordinates(raw.rotation);
  set_motion(raw, element, out);
  out.linear_damping = element.damping(raw.linear_damping);
  out.angular_damping = element.damping(raw.angular_damping);
  out.restitution = element.number(raw.restitution);
  out.friction = element.number(raw.friction);  // the engine limits the product of a pair
  return out;
}

/// Whether the joint joins two existing bodies.
bool is_valid_joint(const pmx::Joint& raw, std::size_t body_count, Element& element) {
  if (!is_index(raw.body_a, body_count) || !is_index(raw.body_b, body_count)) {
    element.report(repair_kind::missing_body);
    return false;
  }
  if (raw.body_a == raw.body_b) {
    element.report(repair_kind::same_body);
    return false;
  }
  return true;
}

/// Keeps limits unchanged, also lower > upper: that axis is free.
Joint build_joint(const pmx::Joint& raw, Element& element) {
  Joint out;
  if (raw.type <= static_cast<std::uint8_t>(JointType::hinge)) {
    out.type = static_cast<JointType>(raw.type);
  } else {
    element.report(repair_kind::joint_type);
  }
  out.body_a = raw.body_a;
  out.body_b = raw.body_b;
  out.position = element.coordinates(raw.position);
  out.rotation = element.coordinates(raw.rotation);
  out.translation_lower = element.numbers(raw.translation_lower);
  out.translation_upper = element.numbers(raw.translation_upper);
  out.rotation_lower = element.numbers(raw.rotation_lower);
  out.rotation_upper = element.numbers(raw.rotation_upper);
  out.spring_translation = element.numbers(raw.spring_translation);
  out.spring_rotation = element.numbers(raw.spring_rotation);
  return out;
}

}  // namespace

Physics build_physics(const pmx::File& file, Repairs& repairs) {
  if (file.rigid_bodies.size() > max_bodies) {
    repairs.add(body_section, repair_kind::too_many_bodies, max_bodies);
    return {};
  }
  if (file.joints.size() > max_joints) {
    repairs.add(joint_section, repair_kind::too_many_joints, max_joints);
    return {};
  }
  Physics out;
  out.bodies.reserve(file.rigid_bodies.size());
  out.joints.reserve(file.joints.size());
  for (std::size_t i = 0; i < file.rigid_bodies.size(); ++i)
    out.bodies.push_back(build_body(file, i, repairs));
  for (std::size_t i = 0; i < file.joints.size(); ++i) {
    const pmx::Joint& raw = file.joints[i];
    const std::string name = file.utf8(raw.name);
    Element element(joint_section, i, name, repairs);
    if (!is_valid_joint(raw, out.bodies.size(), element)) continue;
    out.joints.push_back(build_joint(raw, element));
    out.joints.back().name = name;
    out.joints.back().name_english = file.utf8(raw.name_english);
  }
  return out;
}

}  // namespace mmd
