#pragma once

// Makes Bullet 3 compute like Bullet 2.75, MMD's engine (semantics, "The engine"), through Bullet's public
// interface only.

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

/// A capsule along local Y. In 2.75 its inertia and bounds, but not its surface, include the margin.
class MarginCapsule final : public btCapsuleShape {
 public:
  MarginCapsule(btScalar radius, btScalar height) : btCapsuleShape(radius, height) {}
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override;
  void getAabb(const btTransform& transform, btVector3& low, btVector3& high) const override;
};

/// Six degrees of freedom with springs. A step corrects half the error of an axis at its limit (stop ERP
/// 0.5), while springs near a limit slow down as for ERP 0.2.
class SpringJoint final : public btGeneric6DofSpringConstraint {
 public:
  SpringJoint(btRigidBody& a, btRigidBody& b, const btTransform& in_a, const btTransform& in_b);
  void getInfo2(btConstraintInfo2* info) override;
};

/// Contacts as in 2.75: the same rule separates shapes that do not touch yet, and only a new contact bounces.
class ContactSolver final : public btSequentialImpulseConstraintSolver {
 protected:
  void convertContacts(btPersistentManifold** manifolds, int count, const btContactSolverInfo& info) override;

 private:
  void reset_rows(int first, const btPersistentManifold& manifold, const btContactSolverInfo& info);
};

/// A body's damping, applied by start_step() instead of Bullet.
struct StepDamping {
  btScalar linear = 0, angular = 0;            ///< shares of the velocities lost per second, 0-1
  btScalar linear_kept = 1, angular_kept = 1;  ///< factors per step
};
/// Updates a dynamic body's velocities at the start of a step of `dt` seconds: gravity first, then damping.
void start_step(btRigidBody& body, const StepDamping& damping, const btVector3& gravity, btScalar dt);

/// Sets a world's switches for this profile.
void use_profile(btDiscreteDynamicsWorld& world);

/// A joint between two bodies. `rest`, `rest_a` and `rest_b`: its and their transforms at rest in the world.
/// `scale`: the model's scale.
std::unique_ptr<btTypedConstraint> make_constraint(const Joint& joint, const btTransform& rest,
                                                   btRigidBody& a, const btTransform& rest_a, btRigidBody& b,
                                                   const btTransform& rest_b, float scale);

}  // namespace mmd
