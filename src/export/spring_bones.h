#pragma once

// Spring bones as programs with VRM compute them, for their fit and for previews.

#include <cstddef>
#include <span>
#include <vector>

#include "base/math.h"
#include "export/vrm_springs.h"
#include "scene/scene.h"

namespace mmd {

/// Steps a second of movements and spring bones.
inline constexpr int spring_rate = 60;

/// A collider in the scene, metres.
struct PlacedCollider {
  vec3 from{0.0f}, to{0.0f};
  float radius = 0.0f;
};
PlacedCollider placed(const VrmCollider& collider, const Actor& actor);

/// The joints' heads of a chain at rest, then the last one's tail, metres.
std::vector<vec3> rest_of(const VrmSpring& chain, const Model& model);
/// The transform of the parent of the first bone, metres.
Affine anchor_of(const VrmSpring& chain, const Actor& actor);

/// One chain (VRMC_springBone 1.0, "Spring bone algorithm").
class SpringBones {
 public:
  /// `rest`: as of rest_of(). At first the bones are at rest on `anchor`.
  SpringBones(const std::vector<vec3>& rest, const Affine& anchor);

  /// `hit_radii`: by joint, metres; as many as joints, or none.
  void step(const Affine& anchor, const SpringNumbers& numbers,
            std::span<const PlacedCollider> colliders = {}, std::span<const float> hit_radii = {});

  /// From each joint's head to its tail, unit.
  const std::vector<vec3>& ways() const { return ways_; }
  /// The joints' rotations in the scene.
  const std::vector<quat>& turns() const { return turns_; }
  /// How far the fastest tail moved in the last step, metres.
  float moved() const;

 private:
  vec3 head_;  ///< of the first joint, at rest
  std::vector<float> lengths_;
  std::vector<vec3> axes_, tails_, before_, ways_;
  std::vector<quat> turns_;
};

/// All chains of a figure with their colliders.
class SpringFigure {
 public:
  /// `actor`: evaluated, with all chains at rest.
  SpringFigure(VrmSprings springs, const Actor& actor);
  /// A step after the actor's pose, which it gives the new rotations. Evaluates the actor on the way.
  void step(Actor& actor);
  /// Gives a pose the rotations of the last step.
  void rotate(Pose& pose) const;
  float moved() const;

 private:
  struct Chain {
    SpringBones bones;
    std::vector<float> hit_radii;
    std::vector<quat> rotations;  ///< of the bones, on their parents
    std::size_t depth = 0;        ///< chains that have to be placed before it, one after the other
  };
  VrmSprings springs_;
  std::vector<Chain> chains_;  ///< as in springs_
  std::size_t depths_ = 0;
};

}  // namespace mmd
