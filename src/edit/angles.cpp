#include "edit/angles.h"

#include <algorithm>
#include <cmath>

#include "base/handedness.h"

namespace mmd::edit {
namespace {

constexpr double radian = 3.14159265358979323846 / 180.0;

glm::dquat about(int axis, double degrees) {
  glm::dvec3 v(0.0);
  v[axis] = std::sin(0.5 * degrees * radian);
  return {std::cos(0.5 * degrees * radian), v.x, v.y, v.z};
}

}  // namespace

quat rotation_from_degrees(const vec3& degrees) {
  const glm::dquat q = glm::normalize(about(1, degrees.y) * about(0, degrees.x) * about(2, degrees.z));
  return mirror(quat(q));
}

vec3 degrees_from_rotation(const quat& rotation) {
  // Columns of Y · X · Z: the sine of X stands alone in one place.
  const glm::dmat3 m = glm::mat3_cast(glm::normalize(glm::dquat(mirror(rotation))));
  const double sine = std::clamp(-m[2][1], -1.0, 1.0);
  const bool at_end = std::abs(sine) > 1.0 - 1e-9;
  const double x = std::asin(sine);
  const double y = at_end ? std::atan2(-m[0][2], m[0][0]) : std::atan2(m[2][0], m[2][2]);
  const double z = at_end ? 0.0 : std::atan2(m[0][1], m[1][1]);
  return vec3(glm::dvec3(x, y, z) / radian) + vec3(0.0f);
}

}  // namespace mmd::edit
