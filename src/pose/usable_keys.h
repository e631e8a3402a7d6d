#pragma once

// Largest usable numbers in keys. Other keys are damaged: checks report them, motions skip them.

#include <cmath>

#include "formats/vmd.h"

namespace mmd {

inline constexpr float too_far = 1e9f;     ///< positions and distances, MMD units
inline constexpr float too_wound = 1e5f;   ///< radians; larger floats are too imprecise
inline constexpr float too_heavy = 1e6f;   ///< morphs
inline constexpr float too_bright = 1e3f;  ///< colours and self shadow

inline bool within(const vec3& v, float bound) {
  const vec3 size = glm::abs(v);
  return size.x <= bound && size.y <= bound && size.z <= bound;
}

/// Whether all numbers of a key are usable.
inline bool usable(const vmd::BoneKey& key) {
  return is_finite(key.rotation) && within(key.translation, too_far);
}
inline bool usable(const vmd::MorphKey& key) {
  return std::abs(key.weight) <= too_heavy;
}
inline bool usable(const vmd::CameraKey& key) {
  return within(key.target, too_far) && within(key.angles, too_wound) && std::abs(key.distance) <= too_far;
}
inline bool usable(const vmd::LightKey& key) {
  return within(key.colour, too_bright) && within(key.direction, too_far);
}
inline bool usable(const vmd::SelfShadowKey& key) {
  return std::abs(key.value) <= too_bright;
}
inline bool usable(const vmd::PropertyKey&) {
  return true;
}

}  // namespace mmd
