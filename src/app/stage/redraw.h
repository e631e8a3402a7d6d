#pragma once

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

}  // namespace mmd
