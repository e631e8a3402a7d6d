#pragma once

// Turning and placing bones of an actor in the scene, for tools that make poses.

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "scene/scene.h"

namespace mmd {

/// Where an evaluated bone is, in the scene.
inline vec3 place_of(const Actor& actor, std::int32_t bone) {
  return translation_of(actor.bone_in_scene(bone));
}

/// The transform of a bone's parent in the scene.
inline Affine parent_of(const Actor& actor, std::int32_t bone) {
  const std::int32_t parent = actor.model().bone(bone).parent;
  return parent != none ? actor.bone_in_scene(parent)
                        : affine_from(actor.placement().rotation, actor.placement().translation);
}

/// Turns a bone by a rotation of the scene. The actor must be evaluated, before and after.
inline void turn_in_scene(Actor& actor, std::int32_t bone, const quat& by) {
  const quat parent = rotation_of(parent_of(actor, bone));
  quat& own = actor.pose.rotation[static_cast<std::size_t>(bone)];
  own = glm::normalize(glm::conjugate(parent) * by * parent * own);
}

/// Moves a bone to a place in the scene. The same.
inline void place_in_scene(Actor& actor, std::int32_t bone, const vec3& place) {
  const Bone& moved = actor.model().bone(bone);
  const vec3 origin = moved.parent != none ? actor.model().bone(moved.parent).rest : vec3(0.0f);
  const Affine parent = parent_of(actor, bone);
  actor.pose.translation[static_cast<std::size_t>(bone)] =
      glm::conjugate(rotation_of(parent)) * (place - translation_of(parent)) - (moved.rest - origin);
}

/// The shortest rotation from one direction to another.
inline quat rotation_between(const vec3& from, const vec3& to) {
  const vec3 a = glm::normalize(from), b = glm::normalize(to), axis = glm::cross(a, b);
  const float angle = std::acos(std::clamp(glm::dot(a, b), -1.0f, 1.0f));
  return glm::length(axis) > 1e-6f ? glm::angleAxis(angle, glm::normalize(axis)) : identity_rotation();
}

}  // namespace mmd
