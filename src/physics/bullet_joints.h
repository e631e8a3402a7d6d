#pragma once

#include <memory>

#include <btBulletDynamicsCommon.h>

#include "model/rigid_body.h"

namespace mmd {

/// A joint between two bodies. `rest`, `rest_a` and `rest_b`: where it and they are at rest, in the world.
/// `scale`: of the model's lengths.
std::unique_ptr<btTypedConstraint> make_constraint(const Joint& joint, const btTransform& rest,
                                                   btRigidBody& a, const btTransform& rest_a, btRigidBody& b,
                                                   const btTransform& rest_b, float scale);

}  // namespace mmd
