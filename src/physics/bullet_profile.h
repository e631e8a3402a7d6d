#pragma once

// What makes Bullet 3 compute what Bullet 2.75 computes, MMD's engine (semantics, "Physics: the engine").
// Only through its public interface; everything that is not said here is as Bullet comes.

#include <memory>

#include <btBulletDynamicsCommon.h>

#include "base/math.h"
#include "model/rigid_body.h"

namespace mmd {

inline btVector3 to_bullet(const vec3& v) {
  return {v.x, v.y, v.z};
}

/// 2.75's margin around shapes, MMD units.
inline constexpr btScalar old_margin = btScalar(0.04);

/// Along local Y. 2.75 counted the margin into a capsule's inertia and bounds, though not into its surface.
class MarginCapsule final : public btCapsuleShape {
 public:
  MarginCapsule(btScalar radius, btScalar height) : btCapsuleShape(radius, height) {}
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override;
  void getAabb(const btTransform& transform, btVector3& low, btVector3& high) const override;
};

/// Six degrees of freedom with springs. An axis at its limit is brought back by half of its error in a step
/// (stop ERP 0.5), while the speed of springs near a limit is slowed as ERP 0.2 asks.
class SpringJoint final : public btGeneric6DofSpringConstraint {
 public:
  SpringJoint(btRigidBody& a, btRigidBody& b, const btTransform& in_a, const btTransform& in_b);
  void getInfo2(btConstraintInfo2* info) override;
};

/// Contacts as 2.75 makes them: those that do not touch yet are held off by the same rule as those that do,
/// and a contact bounces only while it is new.
class ContactSolver final : public btSequentialImpulseConstraintSolver {
 protected:
  void convertContacts(btPersistentManifold** manifolds, int count, const btContactSolverInfo& info) override;

 private:
  void reset_rows(int first, const btPersistentManifold& manifold, const btContactSolverInfo& info);
};

/// A body's damping, which Bullet is told not to apply.
struct StepDamping {
  btScalar linear = 0, angular = 0;            ///< shares of the velocities lost in a second, 0-1
  btScalar linear_kept = 1, angular_kept = 1;  ///< what a step leaves of them
};
/// The velocities of a dynamic body at the start of a step of `dt` seconds: gravity first, then damping.
void start_step(btRigidBody& body, const StepDamping& damping, const btVector3& gravity, btScalar dt);

/// Sets a world's switches.
void use_profile(btDiscreteDynamicsWorld& world);

/// A joint between two bodies. `rest`, `rest_a` and `rest_b`: where it and they are at rest, in the world.
/// `scale`: of the model's lengths.
std::unique_ptr<btTypedConstraint> make_constraint(const Joint& joint, const btTransform& rest,
                                                   btRigidBody& a, const btTransform& rest_a, btRigidBody& b,
                                                   const btTransform& rest_b, float scale);

}  // namespace mmd
