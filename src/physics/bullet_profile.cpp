#include "physics/bullet_profile.h"

namespace mmd {
namespace {

constexpr btScalar contact_erp = btScalar(0.2);
constexpr btScalar limit_erp = btScalar(0.5);
constexpr int newest_contacts = 2;                 // steps for which a contact may bounce
constexpr btScalar slow_squared = btScalar(0.01);  // below this square of both speeds a body slows down
constexpr btScalar rest_factor = btScalar(0.005);  // by this factor per step
constexpr btScalar slowing = btScalar(0.005);      // loss per step of speeds below the damping

bool is_active(int current_limit, bool motor) {
  return current_limit != 0 || motor;
}

btVector3 velocity_at(const btCollisionObject* object, const btVector3& point) {
  const btRigidBody* body = btRigidBody::upcast(object);
  if (body == nullptr) return btVector3(0, 0, 0);
  return body->getVelocityInLocalPoint(point - body->getCenterOfMassPosition());
}

/// Reduces a velocity by `slowing` if its length is below `damping`.
btVector3 slowed(const btVector3& velocity, btScalar damping) {
  const btScalar speed = velocity.length();
  if (!(speed < damping)) return velocity;
  if (!(speed > slowing)) return btVector3(0, 0, 0);
  return velocity - velocity.normalized() * slowing;
}

}  // namespace

void MarginCapsule::calculateLocalInertia(btScalar mass, btVector3& inertia) const {
  // The inertia of a box around it with the margin on each side, as in Bullet.
  const btScalar across = btScalar(2) * (getRadius() + old_margin);
  const btScalar along = btScalar(2) * (getRadius() + getHalfHeight() + old_margin);
  const btScalar a2 = across * across, l2 = along * along;
  const btScalar scaled = mass * btScalar(0.08333333);
  inertia = scaled * btVector3(l2 + a2, a2 + a2, a2 + l2);
}

void MarginCapsule::getAabb(const btTransform& transform, btVector3& low, btVector3& high) const {
  const btScalar across = getRadius() + old_margin;
  const btVector3 half(across, getRadius() + getHalfHeight() + old_margin, across);
  const btMatrix3x3 turned = transform.getBasis().absolute();
  const btVector3 extent = half.dot3(turned[0], turned[1], turned[2]);
  low = transform.getOrigin() - extent;
  high = transform.getOrigin() + extent;
}

SpringJoint::SpringJoint(btRigidBody& a, btRigidBody& b, const btTransform& in_a, const btTransform& in_b)
    : btGeneric6DofSpringConstraint(a, b, in_a, in_b, true) {
  setUseFrameOffset(false);
}

void SpringJoint::getInfo2(btConstraintInfo2* info) {
  btGeneric6DofSpringConstraint::getInfo2(info);
  // Active axes have a row: linear x, y, z, then angular.
  int row = 0;
  const btScalar rate = info->fps * limit_erp;
  for (int axis = 0; axis < 3; ++axis) {
    if (!is_active(m_linearLimits.m_currentLimit[axis], m_linearLimits.m_enableMotor[axis])) continue;
    if (m_linearLimits.m_currentLimit[axis] != 0)
      info->m_constraintError[row] = rate * m_linearLimits.m_currentLimitError[axis];
    row += info->rowskip;
  }
  for (const btRotationalLimitMotor& motor : m_angularLimits) {
    if (!is_active(motor.m_currentLimit, motor.m_enableMotor)) continue;
    if (motor.m_currentLimit != 0) info->m_constraintError[row] = -rate * motor.m_currentLimitError;
    row += info->rowskip;
  }
}

void ContactSolver::convertContacts(btPersistentManifold** manifolds, int count,
                                    const btContactSolverInfo& info) {
  for (int i = 0; i < count; ++i) {
    const int first = m_tmpSolverContactConstraintPool.size();
    btSequentialImpulseConstraintSolver::convertContacts(manifolds + i, 1, info);
    reset_rows(first, *manifolds[i], info);
  }
}

void ContactSolver::reset_rows(int first, const btPersistentManifold& manifold,
                               const btContactSolverInfo& info) {
  for (int i = first; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    btSolverConstraint& row = m_tmpSolverContactConstraintPool[i];
    const auto& contact = *static_cast<const btManifoldPoint*>(row.m_originalContactPoint);
    const btVector3 between = velocity_at(manifold.getBody0(), contact.getPositionWorldOnA()) -
                              velocity_at(manifold.getBody1(), contact.getPositionWorldOnB());
    const btScalar approach = contact.m_normalWorldOnB.dot(between);
    btScalar restitution = 0;
    if (contact.getLifeTime() <= newest_contacts)
      restitution = btMax(contact.m_combinedRestitution * -approach, btScalar(0));
    const btScalar depth = -contact.getDistance() * contact_erp / info.m_timeStep;
    row.m_rhs = depth * row.m_jacDiagABInv + (restitution - approach) * row.m_jacDiagABInv;
    row.m_rhsPenetration = 0;
  }
}

void start_step(btRigidBody& body, const StepDamping& damping, const btVector3& gravity, btScalar dt) {
  // Compute a force and divide again: this rounding gives 2.75's velocities to the bit.
  const btVector3 force = gravity * (btScalar(1) / body.getInvMass());
  btVector3 v = body.getLinearVelocity() + force * (body.getInvMass() * dt);
  btVector3 w = body.getAngularVelocity();
  const btScalar spin = w.length();
  if (spin * dt > SIMD_HALF_PI) w *= (SIMD_HALF_PI / dt) / spin;
  v *= damping.linear_kept;
  w *= damping.angular_kept;
  if (w.length2() < slow_squared && v.length2() < slow_squared) {
    w *= rest_factor;
    v *= rest_factor;
  }
  body.setLinearVelocity(slowed(v, damping.linear));
  body.setAngularVelocity(slowed(w, damping.angular));
}

void use_profile(btDiscreteDynamicsWorld& world) {
  world.setGravity(btVector3(0, 0, 0));
  btContactSolverInfo& solver = world.getSolverInfo();
  solver.m_splitImpulse = 0;
  solver.m_erp2 = contact_erp;
  solver.m_restitutionVelocityThreshold = 0;
  world.getDispatchInfo().m_useContinuous = false;
}

}  // namespace mmd
