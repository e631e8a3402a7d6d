#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace mmd {

/// Seconds of a monotonic clock.
using Clock = std::function<double()>;

/// Counts frames of the window to draw, and whether the picture must be redrawn; panel changes keep the
/// picture.
class Redraw {
 public:
  /// The picture changed.
  void picture() {
    picture_ = true;
    once();
  }
  /// Panels changed: they need a few frames to find their size.
  void panels() { frames_ = panel_frames; }
  /// Panels changed without changing size.
  void once() {
    if (frames_ < 1) frames_ = 1;
  }
  bool wanted() const { return frames_ > 0; }
  /// Starts a frame. Returns whether the picture must be redrawn.
  bool begin_frame() {
    --frames_;
    return std::exchange(picture_, false);
  }

 private:
  static constexpr int panel_frames = 3;
  int frames_ = panel_frames;
  bool picture_ = true;
};

/// A timer that fires once. Times are seconds of a monotonic clock.
class OneShotTimer {
 public:
  void start(double now, double seconds) {
    end_ = now + seconds;
    runs_ = true;
  }
  void stop() { runs_ = false; }
  bool runs() const { return runs_; }
  /// True once after the timer has ended.
  bool ends(double now) {
    if (!runs_ || now < end_) return false;
    runs_ = false;
    return true;
  }
  /// Limits the wait for events, `timeout_ms` milliseconds (-1: without limit), to the end of the timer.
  int wait(double now, int timeout_ms) const {
    if (!runs_) return timeout_ms;
    constexpr double longest = 1e6;
    const int left = static_cast<int>(std::ceil(std::clamp(1000.0 * (end_ - now), 0.0, longest)));
    return timeout_ms < 0 ? left : std::min(left, timeout_ms);
  }

 private:
  double end_ = 0.0;
  bool runs_ = false;
};

/// Drawing quality of the window's picture.
struct DrawEffort {
  int samples = 0;           ///< samples of a separate framebuffer (WindowCanvas); 0: those of the window
  int self_shadow_size = 0;  ///< RenderSettings::self_shadow_size
};

/// CPU drivers are too slow to draw moving pictures at full quality. GPU drivers draw everything alike, into
/// the window. `samples`: wanted at rest.
inline DrawEffort draw_effort(bool on_cpu, bool moving, int samples) {
  constexpr int moving_shadow_size = 1024;  // a coarser shadow map shows blotches in hair
  if (!on_cpu) return {};
  return moving ? DrawEffort{1, moving_shadow_size} : DrawEffort{samples, 0};
}

}  // namespace mmd
