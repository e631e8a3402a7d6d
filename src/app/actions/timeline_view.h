#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mmd {

/// A scale of frames: `first` at the left, `shown` frames to the right end.
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

/// Positions of keys on a scale, in points from the left. Keys closer than `apart` share one mark, so the
/// cost depends on the width only.
void marks_of(std::span<const std::uint32_t> keys, const FrameScale& scale, float apart,
              std::vector<float>& marks);

/// Frames between the numbers of a ruler, at least `apart` points from each other: 1, 2 or 5 times a power of
/// ten.
std::uint32_t ruler_step(const FrameScale& scale, float apart);

/// The visible part of a motion.
class TimelineView {
 public:
  /// `last`: the motion's last frame.
  FrameScale scale(std::uint32_t last, float width) const;
  /// Shows `factor` times as many frames; `around` keeps its position.
  void zoom(double factor, double around, std::uint32_t last);
  void move(double frames, std::uint32_t last);
  /// Scrolls to the frame if it changed; by a page if it runs out of sight.
  void follow(double frame, std::uint32_t last);
  bool shows_all() const { return shown_ <= 0.0; }

 private:
  double first_ = 0.0, shown_ = 0.0;  ///< `shown_` 0: all frames
  double followed_ = 0.0;             ///< last followed frame
};

}  // namespace mmd
