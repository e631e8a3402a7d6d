#pragma once

// The mirror between MMD's left-handed space (Y up, the model looks to -Z) and the program's right-handed
// one: S = diag(1, 1, -1) (docs/dev/semantics.md, "Handedness"). One function per kind of value, each its own
// inverse bit for bit. Only code where data enters (builders, camera options) or leaves (writers, printed
// bones) calls them.

#include <cstdint>
#include <utility>

#include "base/exact_transform.h"
#include "base/math.h"

namespace mmd {

/// A position, direction, offset or axis.
inline vec3 mirror(const vec3& v) {
  return {v.x, v.y, -v.z};
}

/// A rotation.
inline quat mirror(const quat& q) {
  return quat(q.w, -q.x, -q.y, q.z);
}

/// A way from one place to another.
inline ExactTransform mirror(const ExactTransform& t) {
  const glm::dvec3& p = t.translation;
  const glm::dquat& q = t.rotation;
  return {{p.x, p.y, -p.z}, glm::dquat(q.w, -q.x, -q.y, q.z)};
}

/// Lower and upper Euler limits in radians: x and y change sign and swap ends, z stays.
struct EulerLimits {
  vec3 lower{0.0f};
  vec3 upper{0.0f};
};
inline EulerLimits mirror(const EulerLimits& l) {
  return {{-l.upper.x, -l.upper.y, l.lower.z}, {-l.lower.x, -l.lower.y, l.upper.z}};
}

/// S * M * S.
inline Affine mirror(const Affine& m) {
  Affine r = m;
  r.row[0].z = -r.row[0].z;
  r.row[1].z = -r.row[1].z;
  r.row[2].x = -r.row[2].x;
  r.row[2].y = -r.row[2].y;
  r.row[2].w = -r.row[2].w;
  return r;
}

/// Triangle winding: swaps the last two corners.
inline void mirror_winding(std::uint32_t* triangle) {
  std::swap(triangle[1], triangle[2]);
}

}  // namespace mmd
