#pragma once

// Inside of a motion: what its bone keys say, laid out for sampling.

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

/// The frames of many tracks, one after another, and which key of a track holds at a time. Every track has at
/// least one key; frames rise strictly.
class FrameIndex {
 public:
  /// Adds a track. Frames stay in order of their tracks.
  void add_track(std::span<const std::uint32_t> frames);

  /// Number of the track's first key among all keys.
  std::uint32_t first_key(std::size_t track) const { return tracks_[track].first; }
  std::uint32_t key_count(std::size_t track) const { return tracks_[track].count; }
  std::uint32_t frame(std::uint32_t key) const { return frames_[key]; }
  std::span<const std::uint32_t> frames_of(std::size_t track) const {
    return std::span(frames_).subspan(tracks_[track].first, tracks_[track].count);
  }

  /// The number (among all keys) of the track's last key at or before `frame`, its first key if there is
  /// none. `hint` is a key of this track to look at first: it makes playback fast and never changes the
  /// result.
  std::uint32_t find(std::size_t track, std::uint32_t frame, std::uint32_t hint) const {
    const Track& t = tracks_[track];
    const std::uint32_t last = t.first + t.count - 1;
    // The hint's key or the next one, without a branch: when a track goes on to its next key is hard to
    // foresee for a processor.
    const std::uint32_t next = hint + static_cast<std::uint32_t>(hint != last);
    const std::uint32_t key = hint + (static_cast<std::uint32_t>(frames_[next] <= frame) & (next - hint));
    if (frames_[hint] <= frame && (key == last || frame < frames_[key + 1])) return key;
    return find_anew(t, frame);
  }

  /// The frames of a key and of the next one. From a track's last key there is no way on: it never begins.
  struct Way {
    std::uint32_t from, to;
    /// How far `frame` lies on the way, 0 <= u < 1; 0 before it. `frame` is not beyond UINT32_MAX.
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
  /// How far `frame` lies on the way from key to the next one, 0 <= u < 1; 0 before a track's first key and
  /// from its last on. `key` comes from `find`; `frame` is not beyond UINT32_MAX.
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
  /// Per track and bucket of frames: the last key at or before the bucket's first frame; one more at the end.
  std::vector<std::uint32_t> buckets_;
};

/// The bones' way from key to key.
class BoneTracks {
 public:
  /// Keys of bones that the model lacks are left out and listed in `unmatched`.
  BoneTracks(const vmd::File& file, const Model& model, const KeyTargets& bone_names, Repairs& repairs,
             std::vector<std::string>& unmatched);

  /// Number of animated bones, each with a track.
  std::size_t size() const { return bones_.size(); }
  std::span<const std::int32_t> bones() const { return bones_; }
  const FrameIndex& frames() const { return frames_; }
  std::uint32_t last_frame() const { return last_frame_; }
  /// Where physics is switched off and on, by bone; those for which it ever is off.
  std::span<const StepTrack> physics() const { return physics_; }

  /// Sets the animated bones' entries. `cursors` has size() entries, valid keys of their tracks.
  void sample(double frame, std::span<std::uint32_t> cursors, std::span<vec3> translation,
              std::span<quat> rotation) const;

 private:
  /// A key and the way to the next one; a cache line. Rotation at part s, angle a: from cos(s a) + towards
  /// sin(s a), which is slerp.
  struct alignas(64) Segment {
    vec4 from, towards;  ///< x, y, z, w; unit, at right angles
    vec3 start;
    float angle;          ///< between the two as 4-vectors, radians, 0 to pi / 2
    vec3 way;             ///< from this key's translation to the next one's
    std::uint32_t curve;  ///< flags below and an index
  };
  static constexpr std::uint32_t turns = 1u << 31, moves = 1u << 30, several_curves = 1u << 29;
  static constexpr std::uint32_t index_mask = several_curves - 1;

  void add_track(const vmd::File& file, const Bone& bone, std::span<const std::uint32_t> keys);
  void add_physics(const vmd::File& file, std::int32_t bone, std::span<const std::uint32_t> keys);
  void connect(Segment& segment, const Segment& next, const vmd::BoneKey& next_key);

  static constexpr std::size_t block_size = 32;
  using Parts = std::array<double, block_size>;  ///< of the time from key to key
  using Along = std::array<vec4, block_size>;    ///< how far along in X, Y, Z and rotation
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
