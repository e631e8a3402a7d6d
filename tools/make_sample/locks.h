#pragma once

// Locks of hair: solids with a lens-shaped cross-section that taper to a point.

#include <functional>
#include <vector>

#include "make_sample/mesh.h"

namespace mmd::sample {

/// The columns of tex/hair.png: hair of the head has the painted ring of light, that of the tails has not.
enum class HairPart { head, tail };

struct Lock {
  std::vector<vec3> path;
  std::function<vec3(const vec3&)> out;  ///< away from the surface below the lock
  /// The normal of the smooth body that shades the lock, so that neighbours share their shade; `out` if
  /// empty.
  std::function<vec3(const vec3&)> shade;
  float width, thickness;  ///< half sizes at the widest place
  float root = 0.55f;      ///< share of the width at the root
  float swell = 0.4f;      ///< where the full width begins, 0 to 1
  float taper = 2.2f;      ///< larger: wide for longer
  float tip = 0.95f;       ///< larger: more pointed
  float crowd = 1.0f;      ///< exponent: above 1, the rings are closer at the root
  int rings = 15, around = 8;
  float paint_from = 0.0f, paint_to = 1.0f;  ///< the part of the texture along the lock: 0 root, 1 tip
  float edge = 0.75f;                        ///< scale of the outline
  HairPart part = HairPart::head;
};

/// Catmull-Rom through the points, t from 0 to 1.
vec3 along_path(const std::vector<vec3>& points, float t);
/// Turns the normals of the outer side towards those of the smooth body that shades the hair.
void share_normals(Mesh& mesh, const std::function<vec3(const vec3&)>& out,
                   const std::function<vec3(const vec3&)>& shade);
/// The lock; `number` picks its strip of the texture.
Mesh make_lock(const Lock& lock, int number);

}  // namespace mmd::sample
