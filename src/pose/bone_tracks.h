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
#include "pose/step_track.h"

namespace mmd {

/// The frames of many tracks, and the search for a track's key at a time. Each track has at least one key;
/// its frames increase strictly. Keys are numbered over all tracks.
class FrameIndex {
 public:
  /// Adds a track behind the others.
  void add_track(std::span<const std::uint32_t> frames);

  /// The number of the track's first key.
  std::uint32_t first_key(std::size_t track) const { return tracks_[track].first; }
  std::uint32_t key_count(std::size_t track) const { return tracks_[track].count; }
  std::uint32_t frame(std::uint32_t key) const { return frames_[key]; }
  std::span<const std::uint32_t> frames_of(std::size_t track) const {
    return std::span(frames_).subspan(tracks_[track].first, tracks_[track].count);
  }

  /// The number of the track's last key at or before `frame`, or of its first key if there is none. `hint`,
  /// any key of this track, makes playback fast and does not change the result.
  std::uint32_t find(std::size_t track, std::uint32_t frame, std::uint32_t hint) const {
    const Track& t = tracks_[track];
    const std::uint32_t last = t.first + t.count - 1;
    // The hint's key or the next one, without a branch, which the processor could hardly predict.
    const std::uint32_t next = hint + static_cast<std::uint32_t>(hint != last);
    const std::uint32_t key = hint + (static_cast<std::uint32_t>(frames_[next] <= frame) & (next - hint));
    if (frames_[hint] <= frame && (key == last || frame < frames_[key + 1])) return key;
    return find_anew(t, frame);
  }

  /// The frames of a key and of the next one. Behind a track's last key `from` is never reached.
  struct Way {
    std::uint32_t from, to;
    /// The share of the way at `frame`: 0 <= u < 1; 0 before it. Precondition: `frame` <= UINT32_MAX.
    double part(double frame) const {
      const auto start = static_cast<double>(from), length = static_cast<double>(to) - start;
      const double past = frame - start;
      return (past > 0.0 ? past : 0.0) / (length > 1.0 ? length : 1.0);
    }
  };
  /// The way from `key` of `track` to its next key.
  Way way(std::size_t track, std::uint32_t key) const {
    const Track& t = tracks_[track];
    const bool is_last = key == t.first + t.count - 1;
    constexpr std::uint32_t never = UINT32_MAX;
    return {is_last ? never : frames_[key], frames_[is_last ? key : key + 1]};
  }
  /// The share of the way from `key` to the next one at `frame`: 0 <= u < 1; 0 before a track's first key and
  /// from its last on. `key` comes from `find`; `frame` <= UINT32_MAX.
  double part(std::size_t track, std::uint32_t key, double frame) const {
    return way(track, key).part(frame);
  }

 private:
  struct Track {
    std::uint32_t first = 0, count = 0;
    std::uint32_t first_frame = 0;
    std::uint32_t first_bucket = 0;
    std::uint32_t shift = 0;  ///< a bucket is 2^shift frames
  };
  std::uint32_t find_anew(const Track& t, std::uint32_t frame) const;

  std::vector<Track> tracks_;
  std::vector<std::uint32_t> frames_;
  /// By track and bucket of frames: the last key at or before the bucket's first frame; one more at the end.
  std::vector<std::uint32_t> buckets_;
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

  /// Sets the animated bones' entries. `cursors`: size() keys, one of each track; updated.
  void sample(double frame, std::span<std::uint32_t> cursors, std::span<vec3> translation,
              std::span<quat> rotation) const;

 private:
  /// A key and the way to the next one, in a cache line. The rotation at share s with angle a is slerp:
  /// from cos(s a) + towards sin(s a).
  struct alignas(64) Segment {
    vec4 from, towards;  ///< x, y, z, w; unit and orthogonal
    vec3 start;
    float angle;          ///< between both keys' quaternions as 4-vectors, radians, 0 to pi / 2
    vec3 way;             ///< the next key's translation minus this one's
    std::uint32_t curve;  ///< the flags below and an index
  };
  static constexpr std::uint32_t turns = 1u << 31, moves = 1u << 30, several_curves = 1u << 29;
  static constexpr std::uint32_t index_mask = several_curves - 1;

  void add_track(const vmd::File& file, const Bone& bone, std::span<const std::uint32_t> keys);
  void add_physics(const vmd::File& file, std::int32_t bone, std::span<const std::uint32_t> keys);
  void connect(Segment& segment, const Segment& next, const vmd::BoneKey& next_key);

  static constexpr std::size_t block_size = 32;
  using Parts = std::array<double, block_size>;  ///< share of the time between keys
  using Along = std::array<vec4, block_size>;    ///< share of the way for X, Y, Z and rotation
  struct Turns {
    std::array<float, block_size> cosine{}, sine{};
  };
  void find_keys(double frame, std::size_t first, std::span<std::uint32_t> keys, Parts& parts) const;
  void follow_curves(std::span<const std::uint32_t> keys, const Parts& parts, Along& along) const;
  void turn(std::span<const std::uint32_t> keys, const Along& along, Turns& out) const;

  FrameIndex frames_;
  std::vector<std::int32_t> bones_;
  std::vector<Segment> segments_;
  BezierCurves curves_;
  std::vector<std::array<BezierCurves::Id, 4>> curve_sets_;  ///< X, Y, Z, rotation
  std::vector<StepTrack> physics_;
  std::vector<std::uint32_t> scratch_frames_;
  std::uint32_t last_frame_ = 0;
};

}  // namespace mmd
