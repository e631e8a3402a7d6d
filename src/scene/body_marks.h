#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// Where a rigid body is, from its own space to the scene's: where the engine has it, or without physics
/// where its bone carries it from rest. As large as its actor.
Affine body_in_scene(const Actor& actor, std::size_t body);
/// Where a joint is: it keeps its place at its first body.
Affine joint_in_scene(const Actor& actor, const Joint& joint);

/// A line of a mark, in the scene's space.
struct MarkLine {
  vec3 from{0.0f}, to{0.0f};
};
using MarkLines = std::vector<MarkLine>;

/// The shape of a body at `place`: a sphere's three great circles, a box's edges, a capsule's two rings and
/// its outlines from two sides.
void add_body_lines(const RigidBody& body, const Affine& place, MarkLines& out);
/// A small box at a joint.
void add_joint_lines(const Affine& place, MarkLines& out);
/// How far a joint lets its second body turn: for each axis about which it may, an arc between the limits,
/// with lines to its ends; a circle where it is free. An arc's middle is the direction to that body at rest.
/// Only of joints whose limits are angles about their axes (semantics, "Physics").
void add_limit_lines(const Model& model, const Joint& joint, const Affine& place, MarkLines& out);

/// The bodies at a point of a picture of `size` pixels (from the top left), the nearest to the eye first. One
/// in which the eye itself is does not count.
std::vector<std::int32_t> bodies_at(const Actor& actor, const Camera& camera, const vec2& size,
                                    const vec2& point);

}  // namespace mmd
