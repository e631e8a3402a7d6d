#include "app/playback.h"

#include <algorithm>
#include <cmath>

#include "pose/motion.h"

namespace mmd {

void Playback::set_last_frame(std::uint32_t last_frame) {
  last_frame_ = last_frame;
  go_to(frame_);
}

void Playback::go_to(double frame) {
  frame_ = std::clamp(frame, 0.0, static_cast<double>(last_frame_));
}

void Playback::go_to_end() {
  pause();
  go_to(last_frame_);
}

void Playback::step(int frames) {
  pause();
  // Back from between two frames is to the first of them.
  go_to((frames < 0 ? std::ceil(frame_) : std::floor(frame_)) + frames);
}

void Playback::play(double now) {
  if (frame_ >= last_frame_) frame_ = 0.0;
  time_ = now;
  playing_ = true;
}

void Playback::advance(double now) {
  if (!playing_) return;
  const double reached = frame_ + (now - time_) * frames_per_second;
  time_ = now;
  if (repeats_ && last_frame_ > 0 && reached >= last_frame_) {
    frame_ = std::fmod(reached, last_frame_);
    return;
  }
  go_to(reached);
  playing_ = frame_ < last_frame_;
}

}  // namespace mmd
