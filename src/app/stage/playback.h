#pragma once

#include <algorithm>
#include <cstdint>

namespace mmd {

/// Whole frames of a motion, the last one among them. By default all of it, however long it is.
struct FrameRange {
  std::uint32_t first = 0, last = UINT32_MAX;
  bool operator==(const FrameRange& other) const = default;
};

/// How fast a motion can be played: times as fast as it is meant.
inline constexpr double slowest_play = 0.1, fastest_play = 4.0;
/// The next of the speeds that one steps through, faster or slower; the same at the end.
double speed_beside(double speed, bool faster);

/// Where a motion stands and whether it goes on by itself. Times are seconds of a clock that only goes
/// forward.
class Playback {
 public:
  /// A motion that ends at `last_frame`; one that is shorter than the present frame is shown at its end.
  void set_last_frame(std::uint32_t last_frame);
  std::uint32_t last_frame() const { return last_frame_; }
  /// May be fractional; at most the last.
  double frame() const { return frame_; }
  /// Without changing whether it plays.
  void go_to(double frame);
  /// To the last frame, and pauses there.
  void go_to_end();
  /// To the whole frame that lies `frames` away, and pauses there.
  void step(int frames);

  bool playing() const { return playing_; }
  /// From where it stands; from the start of the range if that is not in it or its end.
  void play(double now);
  void pause() { playing_ = false; }
  /// Goes on to `now` if it plays; from the last frame of the range to its first if it repeats, else it
  /// pauses there.
  void advance(double now);

  double speed() const { return speed_; }
  /// Is brought between slowest_play and fastest_play; what is no number is left alone.
  void set_speed(double speed);

  /// What playing keeps to; any frame can be gone to.
  const FrameRange& range() const { return range_; }
  /// Ends in the wrong order change places.
  void set_range(const FrameRange& range);
  /// As far as the motion has those frames.
  std::uint32_t first_played() const { return std::min(range_.first, last_frame_); }
  std::uint32_t last_played() const { return std::min(range_.last, last_frame_); }

  /// Whether the end is followed by the start. The last frame played and the first count as one: motions made
  /// for this end as they begin.
  bool repeats() const { return repeats_; }
  void set_repeats(bool repeats) { repeats_ = repeats; }

 private:
  double frame_ = 0.0, speed_ = 1.0;
  FrameRange range_;
  std::uint32_t last_frame_ = 0;
  bool playing_ = false, repeats_ = false;
  double time_ = 0.0;  ///< when it was at `frame_`, while it plays
};

}  // namespace mmd
