#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/input/bone_picker.h"
#include "app/panels/docks.h"
#include "app/stage/compare_panes.h"
#include "app/stage/redraw.h"
#include "app/stage/screenshot.h"
#include "app/stage/stage.h"
#include "app/stage/viewer_setup.h"
#include "app/window.h"
#include "render/renderer.h"
#include "render/window_canvas.h"

namespace mmd {

/// The window's picture: draws what is on the stage, in the room that menus and docks leave, as finely as
/// there is time for, and makes images of it. Knows what is where in it.
class Screen {
 public:
  /// All outlive it. `samples`: per pixel, at rest.
  Screen(Window& window, Stage& stage, ComparePanes& panes, std::unique_ptr<Renderer> renderer, int samples,
         Clock now);

  /// Where the picture lies in the window, in its points; menus and docks have the rest. Whether that
  /// changes the picture's place or size.
  bool set_room(const Room& room);
  const Room& room() const { return room_; }
  /// Of the picture, in pixels.
  Extent size() const;
  /// What is shown side by side, with the place of each in the picture.
  std::vector<Pane> panes() const;

  float pixels_per_point() const;
  /// The picture's pixel, from its top left, at a point of the window.
  vec2 pixel_at(const vec2& point) const;
  /// The picture's height in the units of mouse positions.
  int height_in_points() const;
  /// Where a share (0-1) of the picture's width is in the window, and the other way round.
  float point_at_share(float share) const { return room_.left + share * room_.width(); }
  float share_at_point(float x) const { return (x - room_.left) / std::max(room_.width(), 1.0f); }
  /// Window::text_scale
  float text_scale() const { return window_.text_scale(); }
  /// The joints that are seen in a pane, in the window's points; none unless bones are shown.
  std::vector<BonePlace> bone_places(const Pane& pane) const;
  /// The bones whose joint is at a point of the window, the uppermost first.
  std::vector<std::int32_t> bones_at(const vec2& point) const;
  /// The same of any figure.
  std::vector<std::int32_t> bones_at(const vec2& point, const Figure& figure) const;
  /// The rigid bodies at a point of the window, the nearest first; none unless they are shown.
  std::vector<std::int32_t> bodies_at(const vec2& point) const;

  /// Draws into the window; false: it is too small for that. `anew`: the picture is another one than before.
  bool draw(bool anew);
  /// Shows what was drawn.
  void present();
  std::uint64_t frames_drawn() const { return frames_drawn_; }
  /// Of these, how many had a new picture.
  std::uint64_t pictures_drawn() const { return pictures_drawn_; }
  /// What is seen, without text and panels, but with the legend of a heat map. A comparison has the window's
  /// size. A fitted camera is fitted to the size that is asked for.
  Result<Image> picture(const Font* font, const PictureFile& how = {});
  /// Something else than what is on the stage, off-screen.
  Result<Image> small_picture(const Scene& scene, int side) {
    return renderer_->render(scene, side, side, samples_);
  }

  /// Frees what a picture is made in, which is large if one was saved that is.
  void free_working_memory() { renderer_->free_working_memory(); }

  /// Something is being moved by hand.
  void note_movement();
  /// Whether something moves, so that pictures come in time rather than finely.
  bool moving() const { return stage_.playback().playing() || movement_.runs(); }
  /// Whether what was moved by hand has come to rest: once.
  bool comes_to_rest() { return movement_.ends(now_()); }
  /// How long to wait for events, in milliseconds, when otherwise it were `timeout_ms`.
  int wait(int timeout_ms) const;

 private:
  int pixels(float points) const;
  Result<Image> sized_picture(const PictureFile& how, int samples);
  Result<Image> picture_as_seen(const Font* font, int samples);

  Window& window_;
  Stage& stage_;
  ComparePanes& panes_;
  std::unique_ptr<Renderer> renderer_;
  WindowCanvas canvas_;
  const bool drawn_by_cpu_;
  const int samples_;
  Clock now_;
  Room room_;
  OneShotTimer movement_;  ///< by hand, where the CPU draws: runs until it has rested for a while
  double drawn_at_ = 0.0;  ///< the last picture, by `now_`
  std::uint64_t frames_drawn_ = 0, pictures_drawn_ = 0;
};

/// The window's title: what is shown.
class TitleBar {
 public:
  explicit TitleBar(Window& window) : window_(window) {}
  void show(const Stage& stage);
  const std::string& text() const { return text_; }

 private:
  Window& window_;
  std::string text_;
};

}  // namespace mmd
