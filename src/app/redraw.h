#pragma once

namespace mmd {

/// How many frames of the window have still to be drawn.
class Redraw {
 public:
  /// The picture is another one.
  void picture() {
    if (frames_ < 1) frames_ = 1;
  }
  /// Panels are others: they need a few frames to find their size.
  void panels() { frames_ = panel_frames; }
  bool wanted() const { return frames_ > 0; }
  /// One is being drawn.
  void begin_frame() { --frames_; }

 private:
  static constexpr int panel_frames = 3;
  int frames_ = panel_frames;
};

}  // namespace mmd
