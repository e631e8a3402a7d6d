#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// The transform from a rigid body's space to the scene, with the actor's scale: the engine's, or without
/// physics its bone's.
Affine body_in_scene(const Actor& actor, std::size_t body);
/// The transform from a joint's space to the scene; the joint follows its first body.
Affine joint_in_scene(const Actor& actor, const Joint& joint);

/// A line of a mark, scene space, MMD units.
struct MarkLine {
  vec3 from{0.0f}, to{0.0f};
};
using MarkLines = std::vector<MarkLine>;

/// The shape of a body at `place`: a sphere's three great circles, a box's edges, a capsule's two rings and
/// its outlines from two sides.
void add_body_lines(const RigidBody& body, const Affine& place, MarkLines& out);
/// A small box at a joint.
void add_joint_lines(const Affine& place, MarkLines& out);
/// A joint's rotation limits: per movable axis an arc between the limits with lines to its ends, or a circle
/// if it is free. Angle 0 is the direction to the second body at rest. Only for joints whose limits are
/// angles about their axes (semantics, "Bodies and joints").
void add_limit_lines(const Model& model, const Joint& joint, const Affine& place, MarkLines& out);

/// The bodies at `point` (pixels from the top left) in a picture of `size` pixels, nearest to the eye first,
/// without bodies that contain the eye.
std::vector<std::int32_t> bodies_at(const Actor& actor, const Camera& camera, const vec2& size,
                                    const vec2& point);

}  // namespace mmd
