#pragma once

// The camera, light and self shadow of a motion (docs/dev/semantics.md, "Files", VMD).

#include <array>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "formats/vmd.h"
#include "model/repairs.h"
#include "pose/bezier.h"

namespace mmd {

/// Where the camera stands and what it sees, in the viewer's right-handed space.
struct CameraSample {
  vec3 eye{0.0f, 10.0f, 45.0f};
  vec3 target{0.0f, 10.0f, 0.0f};  ///< a point straight ahead of the eye, apart from it
  vec3 up{0.0f, 1.0f, 0.0f};       ///< unit, at right angles to the view
  float fov_degrees = 30.0f;       ///< vertical
  bool perspective = true;
};

/// MMD's camera: `target` and `angles` and `distance` as a key has them (left-handed, radians; a negative
/// distance is in front).
///
/// The signs: a key holds the angles with the direction in which the *scene* turns, and X as the negative of
/// what MMD's panel shows. In MMD's space the camera is turned by R = Ry(-y) Rx(-x) Rz(-z) (roll first), and
/// eye = target + R (0, 0, distance). So a positive x in the file lowers the eye, a positive y moves it to
/// +X.
CameraSample camera_from(const vec3& target, const vec3& angles, float distance, float fov_degrees,
                         bool perspective);

/// Keys in order of time.
template <class Key>
class KeyTrack {
 public:
  bool empty() const { return keys_.empty(); }
  std::uint32_t last_frame() const { return keys_.empty() ? 0 : keys_.back().frame; }
  /// Ascending.
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
  /// X, Y, Z, rotation, distance, field of view; of the way that leads here.
  std::array<BezierControl, 6> curves{};
};

/// Camera keys. Between keys one frame apart the picture cuts: nothing is interpolated.
class CameraTrack : public KeyTrack<CameraKeyframe> {
 public:
  CameraTrack() = default;
  CameraTrack(const vmd::File& file, Repairs& repairs);
  /// Not for an empty track.
  CameraSample sample(double frame) const;
};

struct LightSample {
  vec3 colour{0.6f};
  vec3 direction{-0.5f, -1.0f, -0.5f};  ///< where it shines to, right-handed, not zero, not normalised
};

class LightTrack : public KeyTrack<TimedValue<LightSample>> {
 public:
  LightTrack() = default;
  LightTrack(const vmd::File& file, Repairs& repairs);
  /// Not for an empty track. Linear between keys.
  LightSample sample(double frame) const;
};

struct SelfShadowSample {
  std::uint8_t mode = 0;  ///< 0 off, 1, 2
  float distance = 0.0f;  ///< as MMD's panel shows it, 0-9999
};

class SelfShadowTrack : public KeyTrack<TimedValue<SelfShadowSample>> {
 public:
  SelfShadowTrack() = default;
  SelfShadowTrack(const vmd::File& file, Repairs& repairs);
  /// Not for an empty track. Mode of the key before, distance linear.
  SelfShadowSample sample(double frame) const;
};

}  // namespace mmd
