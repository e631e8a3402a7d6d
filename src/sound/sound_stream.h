#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace mmd {

/// Frames per second of all sounds in memory. A frame is a sample of the left and one of the right side.
inline constexpr int sound_rate = 48000;

/// A sound in memory: left and right alternate.
struct Sound {
  std::vector<std::int16_t> samples;
  std::size_t frames() const { return samples.size() / 2; }
  double seconds() const { return static_cast<double>(frames()) / sound_rate; }
};

/// A sound on its way to a device that asks for one buffer after another. While it plays a buffer, it has the
/// next one. Times are seconds of a monotonic clock. Safe for a thread of the device and one of the window.
class SoundStream {
 public:
  void set_sound(std::shared_ptr<const Sound> sound);
  std::shared_ptr<const Sound> sound() const;
  /// 0 to 1.
  void set_volume(float volume);

  /// Keeps the sound with a picture that is at `seconds` of it, before its begin (negative) or behind its
  /// end, and goes on at `speed`. Small differences stay: the picture should follow device_time().
  void follow(double seconds, double speed, bool playing, double now);

  /// The device asks for a buffer.
  void fill(std::span<std::int16_t> out, double now);

  /// Where the sound is heard, seconds; nullopt while it is not playing.
  std::optional<double> heard(double now) const;
  /// The time that the device has played; nullopt while nothing plays, or if it has stopped asking.
  std::optional<double> device_time(double now) const;

 private:
  /// The frames that the device has and nobody has heard.
  double waiting(double now) const;

  mutable std::mutex mutex_;  ///< guards all members
  std::shared_ptr<const Sound> sound_;
  float volume_ = 1.0f;
  double at_ = 0.0, speed_ = 1.0;  ///< the frame that is written next, and frames per written frame
  bool playing_ = false;
  double written_ = 0.0, asked_ = 0.0;  ///< frames since the begin; time of the last buffer
  double buffer_ = 0.0;                 ///< its frames; 0: there was none
};

/// The clock that a picture follows: as the device plays, or the system's clock while no sound plays.
class SoundClock {
 public:
  double now(const SoundStream& stream, double system);

 private:
  std::optional<double> device_;
  double system_ = 0.0, time_ = 0.0;
  bool begun_ = false;
};

}  // namespace mmd
