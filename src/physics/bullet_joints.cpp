
#include "physics/bullet_profile.h"

namespace mmd {
namespace {

struct Ends {
  btRigidBody &a, &b;
  btTransform in_a, in_b;  ///< the joint's frame in each body's own space
  float scale;
};
using Constraint = std::unique_ptr<btTypedConstraint>;

/// Type 0, and type 1 (without springs).
Constraint six_dof(const Joint& joint, const Ends& ends, bool springs) {
  auto out = std::make_unique<SpringJoint>(ends.a, ends.b, ends.in_a, ends.in_b);
  out->setLinearLowerLimit(to_bullet(joint.translation_lower * ends.scale));
  out->setLinearUpperLimit(to_bullet(joint.translation_upper * ends.scale));
  out->setAngularLowerLimit(to_bullet(joint.rotation_lower));
  out->setAngularUpperLimit(to_bullet(joint.rotation_upper));
  for (int axis = 0; axis < 3 && springs; ++axis) {
    const float linear = joint.spring_translation[axis];
    if (linear != 0.0f) {
      out->enableSpring(axis, true);
      out->setStiffness(axis, linear);
    }
    out->enableSpring(axis + 3, true);
    out->setStiffness(axis + 3, joint.spring_rotation[axis]);
  }
  return out;
}

Constraint point_to_point(const Joint&, const Ends& ends) {
  return std::make_unique<btPoint2PointConstraint>(ends.a, ends.b, ends.in_a.getOrigin(),
                                                   ends.in_b.getOrigin());
}

Constraint cone_twist(const Joint& joint, const Ends& ends) {
  auto out = std::make_unique<btConeTwistConstraint>(ends.a, ends.b, ends.in_a, ends.in_b);
  const vec3 &angles = joint.rotation_lower, &lower = joint.translation_lower,
             &upper = joint.translation_upper;
  const vec3& how = joint.spring_translation;
  out->setLimit(angles.z, angles.y, angles.x, how.x, how.y, how.z);
  out->setDamping(lower.x);
  out->setFixThresh(upper.x);
  if (lower.z != 0.0f) {
    out->enableMotor(true);
    out->setMaxMotorImpulse(upper.z);
    const vec3& target = joint.spring_rotation;
    out->setMotorTarget(btQuaternion(target.y, target.x, target.z));  // Ry * Rx * Rz
  }
  return out;
}

Constraint slider(const Joint& joint, const Ends& ends) {
  auto out = std::make_unique<btSliderConstraint>(ends.a, ends.b, ends.in_a, ends.in_b, true);
  out->setLowerLinLimit(joint.translation_lower.x * ends.scale);
  out->setUpperLinLimit(joint.translation_upper.x * ends.scale);
  out->setLowerAngLimit(joint.rotation_lower.x);
  out->setUpperAngLimit(joint.rotation_upper.x);
  const vec3 &linear = joint.spring_translation, &angular = joint.spring_rotation;
  out->setPoweredLinMotor(linear.x > 0.0f);
  out->setTargetLinMotorVelocity(linear.y);
  out->setMaxLinMotorForce(linear.z);
  out->setPoweredAngMotor(angular.x > 0.0f);
  out->setTargetAngMotorVelocity(angular.y);
  out->setMaxAngMotorForce(angular.z);
  return out;
}

Constraint hinge(const Joint& joint, const Ends& ends) {
  auto out = std::make_unique<btHingeConstraint>(ends.a, ends.b, ends.in_a, ends.in_b);
  const vec3 &how = joint.spring_translation, &motor = joint.spring_rotation;
  out->setLimit(joint.rotation_lower.x, joint.rotation_upper.x, how.x, how.y, how.z);
  if (motor.x > 0.0f) out->enableAngularMotor(true, motor.y, motor.z);
  return out;
}

}  // namespace

std::unique_ptr<btTypedConstraint> make_constraint(const Joint& joint, const btTransform& rest,
                                                   btRigidBody& a, const btTransform& rest_a, btRigidBody& b,
                                                   const btTransform& rest_b, float scale) {
  const Ends ends{a, b, rest_a.inverse() * rest, rest_b.inverse() * rest, scale};
  switch (joint.type) {
    case JointType::spring_six_dof:
      return six_dof(joint, ends, true);
    case JointType::six_dof:
      return six_dof(joint, ends, false);
    case JointType::point_to_point:
      return point_to_point(joint, ends);
    case JointType::cone_twist:
      return cone_twist(joint, ends);
    case JointType::slider:
      return slider(joint, ends);
    case JointType::hinge:
      break;
  }
  return hinge(joint, ends);
}

}  // namespace mmd
