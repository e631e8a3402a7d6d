#include "commands/batch/random_view.h"

#include <cmath>
#include <cstdint>

namespace mmd {
namespace {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the same
/// numbers everywhere, which the standard library's distributions do not promise.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  /// From 0 to below 1.
  float next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-24f;
  }
  float within(const NumberRange& range) { return range.low + (range.high - range.low) * next(); }

 private:
  std::uint64_t state_;
};

/// Even in height, so that the poles are not met more often than the horizon.
float elevation_within(const NumberRange& range, Chance& chance) {
  const NumberRange heights{std::sin(glm::radians(range.low)), std::sin(glm::radians(range.high))};
  return glm::degrees(std::asin(glm::clamp(chance.within(heights), -1.0f, 1.0f)));
}

/// From above, in front or behind.
vec3 light_direction(Chance& chance) {
  const float azimuth = glm::radians(chance.within({-180.0f, 180.0f}));
  const float elevation = glm::radians(elevation_within({20.0f, 70.0f}, chance));
  return {std::cos(elevation) * std::sin(azimuth), -std::sin(elevation),
          std::cos(elevation) * std::cos(azimuth)};
}

}  // namespace

RandomView random_view(const RandomViews& views, const ContentHash& picture, std::size_t index) {
  HashOfParts seed;
  seed.add(static_cast<std::int64_t>(views.seed)).add(picture).add(static_cast<std::int64_t>(index));
  Chance chance(seed.take().low);
  RandomView out;
  out.azimuth = chance.within(views.azimuth);
  out.elevation = elevation_within(views.elevation, chance);
  out.distance = chance.within(views.distance);
  out.fov = chance.within(views.fov.value_or(NumberRange{default_fov_degrees, default_fov_degrees}));
  out.roll = chance.within(views.roll);
  out.light = light_direction(chance);
  return out;
}

}  // namespace mmd
