#pragma once

// How rigid bodies lie to each other at rest, without an engine.

#include "model/rigid_body.h"

namespace mmd {

/// Whether contacts push the two: both are solid, each one's group is in the other's mask, and one at least
/// is dynamic.
bool collide(const RigidBody& a, const RigidBody& b);

/// A radius around a body's position that holds all of it.
float bounding_radius(const RigidBody& body);

/// How deep two bodies lie in each other at rest: the way in MMD units that takes them apart (never more than
/// that; less only where a capsule's axis lies inside a box). Not positive where they are apart.
float rest_overlap(const RigidBody& a, const RigidBody& b);

}  // namespace mmd
