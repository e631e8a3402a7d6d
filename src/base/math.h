#pragma once

// Vectors, quaternions and affine transforms. Inside the program everything is right-handed (Y up, a camera
// looks along -Z), in MMD units; see base/handedness.h.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace mmd {

/// Metres per MMD unit, by convention (docs/user/labels.md).
inline constexpr double metres_per_unit = 0.08;

/// A file's signed index as a vector's index. Precondition: not negative (-1 means none).
constexpr std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

/// Whether a file's signed index is one of `size` elements.
constexpr bool is_index(std::int64_t index, std::size_t size) {
  return index >= 0 && static_cast<std::uint64_t>(index) < size;
}

using glm::mat3;
using glm::mat4;
using glm::quat;  // constructor order is (w, x, y, z)
using glm::vec2;
using glm::vec3;
using glm::vec4;

inline constexpr float pi = 3.14159265358979323846f;

/// An affine transform as the upper 3 rows of a 4x4 matrix: point'[i] = dot(row[i], (point, 1)). The bone
/// palette holds these; on the GPU each is three RGBA32F texels.
struct Affine {
  std::array<vec4, 3> row{vec4(1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, 1, 0)};
};

inline quat identity_rotation() {
  return quat(1.0f, 0.0f, 0.0f, 0.0f);
}

/// The rotation of a unit quaternion, then the translation.
inline Affine affine_from(const quat& q, const vec3& translation) {
  const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  Affine a;
  a.row[0] = vec4(1.0f - (yy + zz), xy - wz, xz + wy, translation.x);
  a.row[1] = vec4(xy + wz, 1.0f - (xx + zz), yz - wx, translation.y);
  a.row[2] = vec4(xz - wy, yz + wx, 1.0f - (xx + yy), translation.z);
  return a;
}

/// First b, then a.
inline Affine operator*(const Affine& a, const Affine& b) {
  Affine r;
  for (std::size_t i = 0; i < 3; ++i) {
    const vec4 p = a.row[i];
    vec4 out = p.x * b.row[0] + p.y * b.row[1] + p.z * b.row[2];
    out.w += p.w;
    r.row[i] = out;
  }
  return r;
}

/// Applies the transform to a position.
inline vec3 transform_point(const Affine& a, const vec3& p) {
  return {a.row[0].x * p.x + a.row[0].y * p.y + a.row[0].z * p.z + a.row[0].w,
          a.row[1].x * p.x + a.row[1].y * p.y + a.row[1].z * p.z + a.row[1].w,
          a.row[2].x * p.x + a.row[2].y * p.y + a.row[2].z * p.z + a.row[2].w};
}

/// Applies the linear part only: for directions and offsets.
inline vec3 transform_vector(const Affine& a, const vec3& v) {
  return {a.row[0].x * v.x + a.row[0].y * v.y + a.row[0].z * v.z,
          a.row[1].x * v.x + a.row[1].y * v.y + a.row[1].z * v.z,
          a.row[2].x * v.x + a.row[2].y * v.y + a.row[2].z * v.z};
}

/// The rotation of a rigid transform, as a unit quaternion.
inline quat rotation_of(const Affine& a) {
  // glm stores columns.
  const mat3 m(vec3(a.row[0].x, a.row[1].x, a.row[2].x), vec3(a.row[0].y, a.row[1].y, a.row[2].y),
               vec3(a.row[0].z, a.row[1].z, a.row[2].z));
  return glm::normalize(glm::quat_cast(m));
}

inline vec3 translation_of(const Affine& a) {
  return {a.row[0].w, a.row[1].w, a.row[2].w};
}

inline bool is_finite(const vec2& v) {
  return std::isfinite(v.x) && std::isfinite(v.y);
}
inline bool is_finite(const vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool is_finite(const vec4& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w);
}
inline bool is_finite(const quat& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

struct Ray {
  vec3 origin{0.0f};
  vec3 direction{0.0f, 0.0f, -1.0f};  ///< unit
};

}  // namespace mmd
