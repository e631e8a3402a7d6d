#pragma once

// The place of hair on the head, before lower() moves the head onto the neck.

#include "make_sample/locks.h"
#include "make_sample/rig.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// Directions from the middle of the skull, in degrees: to the left side from the front, and up.
struct Bearing {
  float side, up;
};

inline const vec3 skull_middle(0.0f, 18.0f, 0.08f);

/// A point on an ellipsoid around the skull.
vec3 around_skull(Bearing at, float radius);
/// The direction from the middle of the skull, not of unit length.
vec3 from_skull(const vec3& p);
/// The normal of an egg around the head, which shades all its hair: round above, upright below.
vec3 shade_of_head(const vec3& p);
/// The texture's v at a height above 20 degrees: the ring of light is level around the head.
float paint_at(const vec3& p);
/// How far the scalp is from the middle of the skull, in the terms of around_skull().
float scalp_radius(const Sdf& head, Bearing at);
/// The point of the head that lowered() moves to `p`.
vec3 raised(const vec3& p);

/// Collects the locks of one material and numbers them, so that each takes another strip of the texture.
class HeadHair {
 public:
  void add(Lock lock);
  void add(const Mesh& mesh) { append(all_, mesh); }
  void add_both(const Lock& lock);
  /// Moves the locks onto the neck and binds them to the head.
  Mesh take(const Rig& rig);

 private:
  Mesh all_;
  int count_ = 0;
};

}  // namespace mmd::sample
