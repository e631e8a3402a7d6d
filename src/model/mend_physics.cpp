#include <cmath>

#include "model/builders.h"
#include "model/mender.h"

namespace mmd {
namespace {

/// Sets the components of a vector that are not usable to 0.
template <class IsUsable>
void mend_numbers(MendedElement& element, vec3& v, const IsUsable& is_usable) {
  vec3 repaired = v;
  for (glm::length_t axis = 0; axis < 3; ++axis)
    if (!is_usable(v[axis])) repaired[axis] = 0.0f;
  if (!is_usable(v.x) || !is_usable(v.y) || !is_usable(v.z))
    element.set(repair_kind::body_number, v, repaired);
}
bool is_number(float value) {
  return std::isfinite(value);
}
bool is_coordinate(float value) {
  return std::abs(value) <= max_coordinate;
}

void mend_damping(MendedElement& element, float& value) {
  if (!is_number(value)) element.set(repair_kind::body_number, value, 0.0f);
  if (value < 0.0f || value > 1.0f) element.set(repair_kind::damping, value, value < 0.0f ? 0.0f : 1.0f);
}

void mend_body(Mender& mender, std::size_t i) {
  pmx::RigidBody& body = mender.file.rigid_bodies[i];
  MendedElement element(mender, "rigid bodies", i, &body.name);
  const auto set_byte = [&](std::string_view kind, std::uint8_t& field, std::uint8_t value) {
    if (!mender.wants(kind)) return;
    element.note(kind, value_text(int{field}), value_text(int{value}));
    field = value;
  };
  element.index(repair_kind::bone_index, body.bone, mender.file.bones.size());
  constexpr std::uint8_t last_group = 15;
  if (body.group > last_group) set_byte(repair_kind::body_group, body.group, last_group);
  if (body.shape > static_cast<std::uint8_t>(BodyShape::capsule))
    set_byte(repair_kind::body_shape, body.shape, 0);
  mend_numbers(element, body.size, is_coordinate);
  if (body.size != glm::abs(body.size) && is_finite(body.size))
    element.set(repair_kind::negative_size, body.size, glm::abs(body.size));
  mend_numbers(element, body.position, is_coordinate);
  mend_numbers(element, body.rotation, is_coordinate);
  if (body.mode > static_cast<std::uint8_t>(BodyMode::dynamic_rotation))
    set_byte(repair_kind::body_mode, body.mode, static_cast<std::uint8_t>(BodyMode::dynamic));
  const auto follows = static_cast<std::uint8_t>(BodyMode::follows_bone);
  if (!is_number(body.mass)) element.set(repair_kind::body_number, body.mass, 0.0f);
  if (body.mode != follows && body.mass < min_mass) set_byte(repair_kind::massless, body.mode, follows);
  mend_damping(element, body.linear_damping);
  mend_damping(element, body.angular_damping);
  if (!is_number(body.restitution)) element.set(repair_kind::body_number, body.restitution, 0.0f);
  if (!is_number(body.friction)) element.set(repair_kind::body_number, body.friction, 0.0f);
}

/// Wraps limits beyond half a turn, as the engine does.
void mend_half_turns(Mender& mender, std::size_t i, pmx::Joint& joint) {
  if (joint.type > static_cast<std::uint8_t>(JointType::six_dof)) return;
  if (!mender.wants("joint-limits", Severity::warning)) return;
  for (glm::length_t axis = 0; axis < 3; ++axis) {
    float &low = joint.rotation_lower[axis], &high = joint.rotation_upper[axis];
    if (!(low <= high) || (std::abs(low) <= pi && std::abs(high) <= pi)) continue;
    const std::string before = fmt::format("{} to {}", low, high);
    low = std::remainder(low, 2.0f * pi);
    high = std::remainder(high, 2.0f * pi);
    mender.note("joint-limits", "joints", i, mender.file.utf8(joint.name),
                "limits of rotation beyond half a turn", before, fmt::format("{} to {}", low, high));
  }
}

void mend_joint(Mender& mender, std::size_t i) {
  pmx::Joint& joint = mender.file.joints[i];
  MendedElement element(mender, "joints", i, &joint.name);
  if (joint.type > static_cast<std::uint8_t>(JointType::hinge) && mender.wants(repair_kind::joint_type)) {
    element.note(repair_kind::joint_type, value_text(int{joint.type}), "0");
    joint.type = 0;
  }
  mend_numbers(element, joint.position, is_coordinate);
  mend_numbers(element, joint.rotation, is_coordinate);
  for (vec3* v : {&joint.translation_lower, &joint.translation_upper, &joint.rotation_lower,
                  &joint.rotation_upper, &joint.spring_translation, &joint.spring_rotation})
    mend_numbers(element, *v, is_number);
  mend_half_turns(mender, i, joint);
}

/// Why a joint has no effect; empty: it has.
std::string_view useless(const pmx::Joint& joint, std::size_t bodies) {
  if (!is_index(joint.body_a, bodies) || !is_index(joint.body_b, bodies)) return repair_kind::missing_body;
  return joint.body_a == joint.body_b ? repair_kind::same_body : std::string_view();
}

void remove_useless_joints(Mender& mender) {
  pmx::File& file = mender.file;
  std::size_t number = 0;
  std::erase_if(file.joints, [&](const pmx::Joint& joint) {
    const std::size_t i = number++;
    const std::string_view kind = useless(joint, file.rigid_bodies.size());
    if (kind.empty() || !mender.wants(kind)) return false;
    mender.note_kind(kind, "joints", i, file.utf8(joint.name),
                     fmt::format("joint of {} and {}", index_text(joint.body_a), index_text(joint.body_b)),
                     "removed");
    return true;
  });
}

}  // namespace

void mend_physics(Mender& mender) {
  for (std::size_t i = 0; i < mender.file.rigid_bodies.size(); ++i) mend_body(mender, i);
  for (std::size_t i = 0; i < mender.file.joints.size(); ++i)
    if (useless(mender.file.joints[i], mender.file.rigid_bodies.size()).empty()) mend_joint(mender, i);
  remove_useless_joints(mender);
}

}  // namespace mmd
