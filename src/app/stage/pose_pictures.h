#pragma once

// Small pictures of poses on the active model, for panels. They are drawn one after another when a panel asks
// for them, and kept until another model is active.

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/stage/redraw.h"
#include "assets/image.h"
#include "render/window_canvas.h"
#include "session/session.h"

namespace mmd {

/// A pose and what of it is seen.
struct PictureOfPose {
  Pose pose;
  View view = View::face;
  std::optional<Camera> camera = {};  ///< in place of the view
  float nearer = 1.0f;                ///< factor of the camera's distance
};

class PosePictures {
 public:
  using Make = std::function<PictureOfPose(const Model&)>;
  /// Draws a scene with that side length in pixels.
  using Draw = std::function<Result<Image>(const Scene& scene, int side)>;

  /// Another model makes all pictures invalid. Nothing is drawn before its textures are loaded.
  void set_model(const std::shared_ptr<const LoadedFigure>& document);
  /// The picture's texture for Dear ImGui; 0: it is not drawn yet. `make` is called where it is new.
  std::uintptr_t of(const std::string& name, const Make& make);
  /// The picture shows something else now.
  void forget(const std::string& name) { pictures_.erase(name); }
  /// Whether pictures wait to be drawn.
  bool has_wanted() const { return !wanted_.empty(); }
  /// Draws pictures for about that many seconds, at least one.
  void draw(const Draw& draw, int side, double seconds, const Clock& now);

 private:
  void draw_next(const Draw& draw, int side);

  std::shared_ptr<const LoadedFigure> document_;  ///< without poses and motions
  std::shared_ptr<const Model> model_;
  std::map<std::string, PanelTexture> pictures_;  ///< no texture: it waits, or cannot be drawn
  std::deque<std::pair<std::string, PictureOfPose>> wanted_;
  std::unique_ptr<Session> session_;
};

}  // namespace mmd
