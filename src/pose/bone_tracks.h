#pragma once

// A motion's bone keys, prepared for sampling. Part of Motion.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "base/raw_vector.h"
#include "formats/vmd.h"
#include "model/model.h"
#include "model/repairs.h"
#include "pose/bezier.h"
#include "pose/key_groups.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// A switch over time: each key's state holds from its frame on.
struct StepTrack {
  std::int32_t target = none;         ///< index of the switched bone or chain
  std::vector<std::uint32_t> frames;  ///< ascending, not empty
  std::vector<std::uint8_t> states;   ///< 0 off, 1 on
  /// Adds a key behind all others; before a first key behind frame 0 also one at frame 0 (on), as MMD does.
  void add(std::uint32_t frame, bool on);
  /// The state at a frame. Precondition: at least one key.
  bool at(double frame) const;
};

/// The frames of many tracks. Each track has at least one key; its frames increase strictly. Keys are
/// numbered over all tracks.
class FrameIndex {
 public:
  /// Adds a track behind the others.
  void add_track(std::span<const std::uint32_t> frames);
  std::span<const std::uint32_t> frames_of(std::size_t track) const {
    return std::span(frames_).subspan(begins_[track], begins_[track + 1] - begins_[track]);
  }

  /// A key, and how far a time is on the way from it to the next one.
  struct Place {
    std::size_t key;
    double part;  ///< 0 <= part < 1; 0 before a track's first key and from its last on
  };
  /// The last key of a track at or before `frame`, or its first key if there is none. NaN is before all keys.
  Place find(std::size_t track, double frame) const;

 private:
  std::vector<std::uint32_t> frames_;
  std::vector<std::size_t> begins_{0};  ///< by track: its first key; one more at the end
};

/// The animated bones' keys.
class BoneTracks {
 public:
  /// Skips keys of bones that the model lacks and adds these names to `unmatched`.
  BoneTracks(const vmd::File& file, const Model& model, const KeyTargets& bone_names, Repairs& repairs,
             std::vector<std::string>& unmatched);

  /// Number of animated bones, each with a track.
  std::size_t size() const { return bones_.size(); }
  std::span<const std::int32_t> bones() const { return bones_; }
  const FrameIndex& frames() const { return frames_; }
  std::uint32_t last_frame() const { return last_frame_; }
  /// The physics switches of bones whose physics is off at some key.
  std::span<const StepTrack> physics() const { return physics_; }

  /// Sets the animated bones' entries.
  void sample(double frame, std::span<vec3> translation, std::span<quat> rotation) const;

 private:
  /// A key and the way to the next one. The rotation at share s with angle a is slerp: from cos(s a) +
  /// towards sin(s a).
  struct Segment {
    vec4 from, towards;  ///< x, y, z, w; unit and orthogonal
    float angle;         ///< between both keys' quaternions as 4-vectors, radians, 0 to pi / 2
    vec3 start, way;     ///< translation; the next key's translation minus this one's
    std::array<BezierControl, 4> curves;  ///< X, Y, Z, rotation
  };

  void add_track(const vmd::File& file, const Bone& bone, std::span<const std::uint32_t> keys);
  void add_physics(const vmd::File& file, std::int32_t bone, std::span<const std::uint32_t> keys);
  static void connect(Segment& segment, const Segment& next, const vmd::BoneKey& next_key);

  FrameIndex frames_;
  std::vector<std::int32_t> bones_;
  std::vector<Segment> segments_;
  std::vector<StepTrack> physics_;
  std::vector<std::uint32_t> scratch_frames_;
  std::uint32_t last_frame_ = 0;
};

}  // namespace mmd
