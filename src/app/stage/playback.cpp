#include "app/stage/playback.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pose/motion.h"

namespace mmd {
namespace {

constexpr double speeds[] = {slowest_play, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, fastest_play};

}  // namespace

double speed_beside(double speed, bool faster) {
  constexpr double same = 1e-6;
  if (faster) {
    const auto* next = std::upper_bound(std::begin(speeds), std::end(speeds), speed + same);
    return next == std::end(speeds) ? fastest_play : *next;
  }
  const auto* next = std::lower_bound(std::begin(speeds), std::end(speeds), speed - same);
  return next == std::begin(speeds) ? slowest_play : *std::prev(next);
}

void Playback::set_speed(double speed) {
  if (!std::isnan(speed)) speed_ = std::clamp(speed, slowest_play, fastest_play);
}

void Playback::set_range(const FrameRange& range) {
  range_ = {std::min(range.first, range.last), std::max(range.first, range.last)};
}

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
  // A step back from between two frames goes to the first of them.
  go_to((frames < 0 ? std::ceil(frame_) : std::floor(frame_)) + frames);
}

void Playback::play(double now) {
  if (frame_ >= last_played() || frame_ < first_played()) frame_ = first_played();
  time_ = now;
  playing_ = true;
}

void Playback::advance(double now) {
  if (!playing_) return;
  const double first = first_played(), last = last_played();
  const double reached = frame_ + (now - time_) * frames_per_second * speed_;
  time_ = now;
  if (reached < last) {
    frame_ = reached;
  } else if (repeats_ && last > first) {
    frame_ = first + std::fmod(reached - first, last - first);
  } else {
    frame_ = std::max(frame_, last);  // it may have been taken out of the range
    playing_ = false;
  }
}

}  // namespace mmd
