#pragma once

#include <algorithm>
#include <cstdint>

namespace mmd {

/// A range of whole frames, including the last. Default: the whole motion.
struct FrameRange {
  std::uint32_t first = 0, last = UINT32_MAX;
  bool operator==(const FrameRange& other) const = default;
};

/// Limits of the playback speed; 1 is normal.
inline constexpr double slowest_play = 0.1, fastest_play = 4.0;
/// The next preset speed, faster or slower; unchanged at the limit.
double speed_beside(double speed, bool faster);

/// Current frame and playback of a motion. Times are seconds of a monotonic clock.
class Playback {
 public:
  /// Sets the last frame of the motion and clamps the current frame to it.
  void set_last_frame(std::uint32_t last_frame);
  std::uint32_t last_frame() const { return last_frame_; }
  /// The current frame; may be fractional.
  double frame() const { return frame_; }
  /// Goes to a frame; playback continues.
  void go_to(double frame);
  /// Goes to the last frame and pauses.
  void go_to_end();
  /// Steps to a whole frame and pauses.
  void step(int frames);

  bool playing() const { return playing_; }
  /// Plays from the current frame, or from the start of the range if the frame is outside or at its end.
  void play(double now);
  void pause() { playing_ = false; }
  /// Advances playback to `now`. At the end of the range it repeats or pauses.
  void advance(double now);

  double speed() const { return speed_; }
  /// Clamps to slowest_play and fastest_play.
  void set_speed(double speed);

  /// The playback range. go_to can leave it.
  const FrameRange& range() const { return range_; }
  /// Swaps ends in the wrong order.
  void set_range(const FrameRange& range);
  /// The range within the motion.
  std::uint32_t first_played() const { return std::min(range_.first, last_frame_); }
  std::uint32_t last_played() const { return std::min(range_.last, last_frame_); }

  /// Whether playback repeats. The last and the first frame count as one, because looping motions end as they
  /// begin.
  bool repeats() const { return repeats_; }
  void set_repeats(bool repeats) { repeats_ = repeats; }

 private:
  double frame_ = 0.0, speed_ = 1.0;
  FrameRange range_;
  std::uint32_t last_frame_ = 0;
  bool playing_ = false, repeats_ = false;
  double time_ = 0.0;  ///< time of `frame_` during playback
};

}  // namespace mmd
