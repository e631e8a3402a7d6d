#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mmd {

/// Frames along a width: `first` at its left end, `shown` of them to its right end.
struct FrameScale {
  double first = 0.0, shown = 1.0;
  float width = 1.0f;  ///< points

  double frame_at(float x) const {
    return first + shown * static_cast<double>(x) / static_cast<double>(width);
  }
  float x_of(double frame) const {
    return static_cast<float>((frame - first) / shown * static_cast<double>(width));
  }
};

/// Where keys lie along a scale, in points from its left, left to right. Of those that lie closer than
/// `apart` one stands for all, so that the work goes by the width however many there are.
void marks_of(std::span<const std::uint32_t> keys, const FrameScale& scale, float apart,
              std::vector<float>& marks);

/// Every how many frames a ruler has a number, so that they are at least `apart` points from each other: 1, 2
/// or 5 times a power of ten.
std::uint32_t ruler_step(const FrameScale& scale, float apart);

/// The part of a motion that a timeline shows: all of it, or what was zoomed to.
class TimelineView {
 public:
  /// `last`: the motion's last frame.
  FrameScale scale(std::uint32_t last, float width) const;
  /// Shows `factor` times as many frames; `around` stays where it is.
  void zoom(double factor, double around, std::uint32_t last);
  void move(double frames, std::uint32_t last);
  /// Moves so that the frame is seen if it is another one than before; a page on where it runs out of sight.
  void follow(double frame, std::uint32_t last);
  bool shows_all() const { return shown_ <= 0.0; }

 private:
  double first_ = 0.0, shown_ = 0.0;  ///< `shown_` 0: all
  double followed_ = 0.0;             ///< the frame that was followed last
};

}  // namespace mmd
