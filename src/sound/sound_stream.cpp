#include "sound/sound_stream.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mmd {
namespace {

/// Buffers that the device has: the one that is heard, and the next one.
constexpr double buffers = 2.0;
/// Farther from the picture the sound jumps, seconds.
constexpr double largest_difference = 0.03;
/// A device that asks for nothing for this long has stopped, seconds.
constexpr double longest_silence = 0.5;

}  // namespace

void SoundStream::set_sound(std::shared_ptr<const Sound> sound) {
  const std::lock_guard lock(mutex_);
  sound_ = std::move(sound);
  playing_ = false;
}

std::shared_ptr<const Sound> SoundStream::sound() const {
  const std::lock_guard lock(mutex_);
  return sound_;
}

void SoundStream::set_volume(float volume) {
  const std::lock_guard lock(mutex_);
  volume_ = std::clamp(volume, 0.0f, 1.0f);
}

double SoundStream::waiting(double now) const {
  return buffers * buffer_ - std::clamp((now - asked_) * sound_rate, 0.0, buffer_);
}

void SoundStream::follow(double seconds, double speed, bool playing, double now) {
  const std::lock_guard lock(mutex_);
  const bool starts = playing && !playing_;
  playing_ = playing && sound_ != nullptr;
  if (!playing_) return;
  const double goal = seconds * sound_rate, behind = waiting(now) * speed;
  const bool is_far = std::abs(at_ - behind - goal) > largest_difference * sound_rate;
  if (starts || speed != speed_ || is_far) at_ = goal + behind;
  speed_ = speed;
}

void SoundStream::fill(std::span<std::int16_t> out, double now) {
  const std::lock_guard lock(mutex_);
  const auto frames = sound_ != nullptr ? static_cast<double>(sound_->frames()) : 0.0;
  for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
    out[i] = out[i + 1] = 0;
    if (!playing_) continue;
    if (at_ >= 0.0 && at_ < frames - 1.0) {
      const auto first = static_cast<std::size_t>(at_);
      const float share = static_cast<float>(at_ - static_cast<double>(first));
      for (std::size_t side = 0; side < 2; ++side) {
        const float here = sound_->samples[2 * first + side], next = sound_->samples[2 * first + 2 + side];
        out[i + side] = static_cast<std::int16_t>(std::lround(volume_ * (here + share * (next - here))));
      }
    }
    at_ += speed_;
  }
  const std::size_t count = out.size() / 2;
  buffer_ = static_cast<double>(count);
  written_ += buffer_;
  asked_ = now;
}

std::optional<double> SoundStream::heard(double now) const {
  const std::lock_guard lock(mutex_);
  if (!playing_) return std::nullopt;
  return (at_ - waiting(now) * speed_) / sound_rate;
}

std::optional<double> SoundStream::device_time(double now) const {
  const std::lock_guard lock(mutex_);
  if (!playing_ || buffer_ == 0.0 || now - asked_ > longest_silence) return std::nullopt;
  return (written_ - waiting(now)) / sound_rate;
}

double SoundClock::now(const SoundStream& stream, double system) {
  const auto device = stream.device_time(system);
  if (!begun_)
    time_ = system;
  else if (device && device_)
    time_ += std::clamp(*device - *device_, 0.0, longest_silence);
  else
    time_ += system - system_;
  begun_ = true;
  device_ = device;
  system_ = system;
  return time_;
}

}  // namespace mmd
