#pragma once

#include "base/math.h"

namespace mmd {

/// A uniform scale, then a rotation, then a translation (MMD units): the placement of a whole model.
struct Similarity {
  quat rotation = identity_rotation();  ///< unit
  vec3 translation{0.0f};
  float scale = 1.0f;  ///< above 0
  bool operator==(const Similarity& other) const {
    return rotation == other.rotation && translation == other.translation && scale == other.scale;
  }
};

/// Applies the transform to a position.
inline vec3 transform_point(const Similarity& s, const vec3& p) {
  return s.translation + s.rotation * (p * s.scale);
}

/// First b, then a.
inline Similarity operator*(const Similarity& a, const Similarity& b) {
  return {glm::normalize(a.rotation * b.rotation), transform_point(a, b.translation), a.scale * b.scale};
}

inline Affine affine_from(const Similarity& s) {
  Affine a = affine_from(s.rotation, s.translation);
  for (vec4& row : a.row) row = vec4(vec3(row) * s.scale, row.w);
  return a;
}

/// Precondition: `a` is rigid (no scale).
inline Similarity similarity_from(const Affine& a) {
  return {rotation_of(a), translation_of(a), 1.0f};
}

}  // namespace mmd
