#pragma once

// The camera, light and self shadow of a motion (docs/dev/layouts.md, "VMD"). `frame` counts 1/30 second
// and may be fractional.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "formats/vmd.h"
#include "model/repairs.h"
#include "pose/bezier.h"

namespace mmd {

/// A camera's state: right-handed, MMD units.
struct CameraSample {
  vec3 eye{0.0f, 10.0f, 45.0f};
  vec3 target{0.0f, 10.0f, 0.0f};  ///< a point straight ahead of the eye, not the eye itself
  vec3 up{0.0f, 1.0f, 0.0f};       ///< unit, orthogonal to the view direction
  float fov_degrees = 30.0f;       ///< vertical
  bool perspective = true;
};

/// MMD's camera from a key's values: `target`, `angles` and `distance` left-handed, radians, MMD units; a
/// negative distance puts the eye in front.
///
/// In MMD's space R = Ry(-y) Rx(-x) Rz(-z) (roll first) and eye = target + R (0, 0, distance): a positive x
/// lowers the eye, a positive y moves it to +X. MMD's panel shows X with the opposite sign.
CameraSample camera_from(const vec3& target, const vec3& angles, float distance, float fov_degrees,
                         bool perspective);

/// Keys in time order.
template <class Key>
class KeyTrack {
 public:
  bool empty() const { return keys_.empty(); }
  std::uint32_t last_frame() const { return keys_.empty() ? 0 : keys_.back().frame; }
  /// The keys' frames, ascending.
  std::vector<std::uint32_t> key_frames() const {
    std::vector<std::uint32_t> out;
    for (const Key& key : keys_) out.push_back(key.frame);
    return out;
  }

 protected:
  std::vector<Key> keys_;
};

template <class Value>
struct TimedValue {
  std::uint32_t frame = 0;
  Value value;
};

struct CameraKeyframe {
  std::uint32_t frame = 0;
  vec3 target{0.0f}, angles{0.0f};
  float distance = 0.0f, fov_degrees = 30.0f;
  bool perspective = true;
  /// Curves from the key before to this one: X, Y, Z, rotation, distance, field of view.
  std::array<BezierControl, 6> curves{};
};

/// Camera keys. Between keys one frame apart the camera cuts, without interpolation.
class CameraTrack : public KeyTrack<CameraKeyframe> {
 public:
  CameraTrack() = default;
  /// Skips damaged keys and adds them to `repairs`.
  CameraTrack(const vmd::File& file, Repairs& repairs);
  /// Precondition: not empty().
  CameraSample sample(double frame) const;
};

struct LightSample {
  vec3 colour{0.6f};
  vec3 direction{-0.5f, -1.0f, -0.5f};  ///< of the light's rays, right-handed, not zero, not normalised
};

class LightTrack : public KeyTrack<TimedValue<LightSample>> {
 public:
  LightTrack() = default;
  LightTrack(const vmd::File& file, Repairs& repairs);
  /// Linear between keys. Precondition: not empty().
  LightSample sample(double frame) const;
};

struct SelfShadowSample {
  std::uint8_t mode = 0;  ///< 0 off, 1 or 2
  float distance = 0.0f;  ///< the value of MMD's panel, 0-9999
};

class SelfShadowTrack : public KeyTrack<TimedValue<SelfShadowSample>> {
 public:
  SelfShadowTrack() = default;
  SelfShadowTrack(const vmd::File& file, Repairs& repairs);
  /// Mode of the key before, distance linear. Precondition: not empty().
  SelfShadowSample sample(double frame) const;
};

}  // namespace mmd
