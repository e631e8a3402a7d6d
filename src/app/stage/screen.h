#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "annotations/labels.h"
#include "app/platform/window.h"
#include "app/stage/bone_picker.h"
#include "app/stage/compare_panes.h"
#include "app/stage/dock.h"
#include "app/stage/redraw.h"
#include "app/stage/screenshot.h"
#include "app/stage/stage.h"
#include "commands/output/font.h"
#include "render/renderer.h"
#include "render/window_canvas.h"

namespace mmd {

struct Font;

/// Mean rate of pictures that follow each other.
class PictureRate {
 public:
  /// A picture was drawn, so many seconds after the last one. A pause ends the movement, unless a motion
  /// plays.
  void note(double passed, bool plays);
  /// Pictures per second; 0 until a movement has lasted for some pictures.
  float mean() const { return pictures_ >= enough ? mean_ : 0.0f; }

 private:
  static constexpr int enough = 5;
  float mean_ = 0.0f;
  int pictures_ = 0;  ///< since the last pause
};

/// The window's picture: draws the stage in the space between menus and docks, makes images of it, and finds
/// bones and bodies at points of it.
class Screen {
 public:
  /// All arguments must outlive it. `start`: gives the samples per pixel at rest, and the overlays that saved
  /// pictures always contain.
  Screen(Window& window, Stage& stage, ComparePanes& panes, std::unique_ptr<Renderer> renderer,
         const Options& start, Clock now);

  /// Sets the rectangle of the view, in the window's points, and the size of saved pictures in pixels (0:
  /// that of the view), which may have overlays. Returns whether something changed.
  bool set_room(const Room& room, const Extent& frame = {}, bool overlays = false);
  /// The part of the view that a saved picture shows, in the window's points; nullopt: all of it.
  std::optional<Room> frame() const;
  /// The part of the view with a small picture of what is saved, in the window's points; nullopt: there is
  /// none, because the window looks through the picture camera.
  std::optional<Room> inset() const;
  const Room& room() const { return room_; }
  const Window& window() const { return window_; }
  /// Size of the picture in pixels.
  Extent size() const;
  /// The panes of the picture.
  std::vector<Pane> panes() const;

  float pixels_per_point() const;
  /// The pixel of the picture, from its top left, at a point of the window.
  vec2 pixel_at(const vec2& point) const;
  /// Height of the picture in the units of mouse positions.
  int height_in_points() const;
  /// Converts a share (0-1) of the picture's width to an X position in the window, and back.
  float point_at_share(float share) const { return room_.left + share * room_.width(); }
  float share_at_point(float x) const { return (x - room_.left) / std::max(room_.width(), 1.0f); }
  /// Window::text_scale
  float text_scale() const { return window_.text_scale(); }
  /// Points of the scene in a pane, in the window's points; nullopt: not seen there.
  std::vector<std::optional<vec2>> places_of(std::span<const vec3> points, const Pane& pane) const;
  /// Visible joints of a pane, in the window's points; empty if bones are hidden.
  std::vector<BonePlace> bone_places(const Pane& pane) const;
  /// Bones with their joint at a point of the window, topmost first.
  std::vector<std::int32_t> bones_at(const vec2& point) const;
  /// Bones of another figure.
  std::vector<std::int32_t> bones_at(const vec2& point, const Figure& figure) const;
  /// Rigid bodies at a point of the window, nearest first; empty if they are hidden.
  std::vector<std::int32_t> bodies_at(const vec2& point) const;

  /// Draws into the window; false if it is too small. `anew`: the picture changed.
  bool draw(bool anew);
  /// Presents the frame.
  void present();
  std::uint64_t frames_drawn() const { return frames_drawn_; }
  /// Number of frames with a new picture.
  std::uint64_t pictures_drawn() const { return pictures_drawn_; }
  /// The picture of the picture camera without text and panels, but with the legend of a heat map. A
  /// comparison has the window's size. A fitted camera is fitted to the requested size.
  Result<Image> picture(const Font* font, const PictureFile& how = {});
  /// What labels of that picture are made of. A comparison has none.
  Result<LabelSource> labels(const LabelChoice& choice, const PictureFile& how);
  /// Renders another scene off-screen.
  Result<Image> small_picture(const Scene& scene, int side) {
    return renderer_->render(scene, side, side, start_.samples);
  }

  /// Frees the buffers of saved pictures, which can be large.
  void free_working_memory() { renderer_->free_working_memory(); }

  /// The user moves something.
  void note_movement();
  /// Whether something moves, which lowers the drawing quality on a CPU.
  bool moving() const { return stage_.playback().playing() || movement_.runs(); }
  /// Mean rate of new pictures while something moves on; 0 at rest.
  float pictures_per_second() const { return moving() ? rate_.mean() : 0.0f; }
  /// True once after the user's movement has ended.
  bool comes_to_rest() { return movement_.ends(now_()); }
  /// Limits the wait for events, in milliseconds.
  int wait(int timeout_ms) const;

 private:
  int pixels(float points) const;
  /// Fits a fitted camera to a size of pictures.
  void fit_camera(const Extent& size);
  /// The inset in the view, in pixels from its bottom left.
  std::optional<Tile> inset_tile() const;
  void draw_inset(const Placement& placement, int factor);
  /// Size of saved pictures, in pixels.
  Extent saved_size() const { return frame_.width > 0 ? frame_ : size(); }
  Result<Image> picture_as_seen(const Font* font, int samples);

  Window& window_;
  Stage& stage_;
  ComparePanes& panes_;
  std::unique_ptr<Renderer> renderer_;
  WindowCanvas canvas_;
  Labeller labeller_;
  const bool drawn_by_cpu_;
  const Options& start_;
  Clock now_;
  Room room_;
  Extent frame_;
  bool saves_overlays_ = false;
  OneShotTimer movement_;  ///< runs until the user has moved nothing for a while
  double drawn_at_ = 0.0;  ///< time of the last picture
  PictureRate rate_;
  std::uint64_t frames_drawn_ = 0, pictures_drawn_ = 0;
};

/// The edited pose, with a mark if it is unsaved, and the motions over it.
std::string pose_words(const Stage& stage, Language language = Language::english);

/// The window's title.
class TitleBar {
 public:
  explicit TitleBar(Window& window) : window_(window) {}
  /// `scene`: its name; may be empty.
  void show(const Stage& stage, const std::string& scene);
  const std::string& text() const { return text_; }

 private:
  Window& window_;
  std::string text_;
};

}  // namespace mmd
