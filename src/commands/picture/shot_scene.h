#pragma once

// The scene of a picture, for `shot` and `batch`: a session and, with --compare, the one beside it.

#include <functional>
#include <memory>
#include <optional>

#include "commands/output/font.h"
#include "options/options.h"
#include "render/renderer.h"
#include "scene/scene_difference.h"
#include "session/session.h"

namespace mmd {

struct ShotScene {
  ShotScene(const Arrangement& arrangement, const std::optional<Arrangement>& compared);

  void set(const Arrangement& arrangement, const std::optional<Arrangement>& compared);
  void show(double frame, const std::function<bool()>& keep_going = {});
  /// Sets camera and light, and measures the difference.
  void aim(const Options& options);
  /// Draws the picture, or with --compare the row of panels.
  Result<Image> draw(Renderer& renderer, const Options& options, const Renderer::TileProgress& progress = {});
  Session* compared() { return other ? &*other : nullptr; }
  const Session* compared() const { return other ? &*other : nullptr; }

  Session session;
  std::optional<Session> other;               ///< of --compare
  std::optional<SceneDifference> difference;  ///< to `other`
  std::shared_ptr<const Font> legend_font;    ///< may be null
};

/// The picture's width / height.
float aspect_of(const Options& options);
/// The skinning plan of the model at the chosen level.
std::shared_ptr<const SkinPlan> skin_plan_for(const Model& model, const Options& options);
/// The font of a comparison's legend; null without a legend or a font.
std::shared_ptr<const Font> legend_font_for(const Options& options);
/// A warning if a picture shows only background although the scene has a visible model.
std::optional<Diagnostic> blank_warning(const Scene& scene, const Image& image);

}  // namespace mmd
