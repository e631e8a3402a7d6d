#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

namespace mmd {

/// How many frames of the window have still to be drawn, and whether the picture is to be drawn anew for
/// them: while only panels change it can stay.
class Redraw {
 public:
  /// The picture is another one.
  void picture() {
    picture_ = true;
    once();
  }
  /// Panels are others: they need a few frames to find their size.
  void panels() { frames_ = panel_frames; }
  /// What panels show is other, and of the same size.
  void once() {
    if (frames_ < 1) frames_ = 1;
  }
  bool wanted() const { return frames_ > 0; }
  /// One is being drawn. Whether with a new picture.
  bool begin_frame() {
    --frames_;
    return std::exchange(picture_, false);
  }

 private:
  static constexpr int panel_frames = 3;
  int frames_ = panel_frames;
  bool picture_ = true;
};

/// Some seconds that go by, after which something is to be done. Times are those of a clock that only goes
/// forward.
class OneShotTimer {
 public:
  void start(double now, double seconds) {
    end_ = now + seconds;
    runs_ = true;
  }
  void stop() { runs_ = false; }
  bool runs() const { return runs_; }
  /// Whether it has come to its end: once.
  bool ends(double now) {
    if (!runs_ || now < end_) return false;
    runs_ = false;
    return true;
  }
  /// How long to wait for events, in milliseconds, when otherwise it were `timeout_ms` (-1: for ever).
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

/// How finely the window's picture is drawn.
struct DrawEffort {
  int samples = 0;  ///< in a framebuffer beside the window's (WindowCanvas); 0: as the window has them
  int self_shadow_size = 0;  ///< RenderSettings::self_shadow_size
};

/// Drivers that run on the CPU cannot draw a moving picture as finely as one at rest and be in time. Others
/// draw all alike, into the window. `samples`: wanted at rest.
inline DrawEffort draw_effort(bool on_cpu, bool moving, int samples) {
  constexpr int moving_shadow_size = 1024;  // a coarser shadow map shows blotches in hair
  if (!on_cpu) return {};
  return moving ? DrawEffort{1, moving_shadow_size} : DrawEffort{samples, 0};
}

}  // namespace mmd
