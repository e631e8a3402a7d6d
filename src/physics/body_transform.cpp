#include "physics/body_transform.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace mmd {
namespace {

/// Of ten: up to the last one that a double holds exactly.
constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr double least_of_nine = 1e8, least_of_ten = 1e9;

}  // namespace

float nine_digits(double value) {
  const double size = std::abs(value);
  // Smaller ones are nothing to the engine; larger ones it does not take. NaN is neither.
  if (!(size >= 1e-13 && size < least_of_nine)) return static_cast<float>(value);
  // log10(2), by the power of two: the digits before the point, or one less.
  const int before = static_cast<int>(std::floor(0.30103 * std::ilogb(size)));
  auto shift = static_cast<std::size_t>(8 - before);
  if (size * powers[shift] >= least_of_ten) --shift;
  return static_cast<float>(std::nearbyint(value * powers[shift]) / powers[shift]);
}

BodyTransform body_transform(const ExactTransform& exact) {
  const glm::dvec3& p = exact.translation;
  const glm::dquat& q = exact.rotation;
  return {{nine_digits(p.x), nine_digits(p.y), nine_digits(p.z)},
          quat(nine_digits(q.w), nine_digits(q.x), nine_digits(q.y), nine_digits(q.z))};
}

}  // namespace mmd
