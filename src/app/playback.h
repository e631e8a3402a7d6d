#pragma once

#include <cstdint>

namespace mmd {

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
  /// From where it stands; from the start if that is the end.
  void play(double now);
  void pause() { playing_ = false; }
  /// Goes on to `now` if it plays; from the last frame to the first if it repeats, else it pauses there.
  void advance(double now);

  /// Whether the end is followed by the start. The last frame and the first count as one: motions made for
  /// this end as they begin.
  bool repeats() const { return repeats_; }
  void set_repeats(bool repeats) { repeats_ = repeats; }

 private:
  double frame_ = 0.0;
  std::uint32_t last_frame_ = 0;
  bool playing_ = false, repeats_ = false;
  double time_ = 0.0;  ///< when it was at `frame_`, while it plays
};

}  // namespace mmd
