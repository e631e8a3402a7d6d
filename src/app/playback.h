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
  /// To the whole frame that lies `frames` away, and pauses there.
  void step(int frames);

  bool playing() const { return playing_; }
  /// From where it stands; from the start if that is the end.
  void play(double now);
  void pause() { playing_ = false; }
  /// Goes on to `now` if it plays; pauses at the last frame.
  void advance(double now);

 private:
  double frame_ = 0.0;
  std::uint32_t last_frame_ = 0;
  bool playing_ = false;
  double time_ = 0.0;  ///< when it was at `frame_`, while it plays
};

}  // namespace mmd
