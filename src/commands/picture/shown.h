#pragma once

// The scene of a picture: the steps of `shot` and `batch` between reading files and drawing.

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/output/font.h"
#include "commands/picture/posed_document.h"
#include "document/simulation.h"
#include "options/options.h"
#include "render/renderer.h"
#include "scene/comparison.h"

namespace mmd {

/// Loaded documents and their scene. Must not move after its scene is posed.
struct PreparedScene {
  PosedDocument posed;
  std::vector<PosedDocument> beside;  ///< further models
  std::shared_ptr<const SkinPlan> skin_plan;
  std::optional<PosedDocument> other;  ///< of --compare
  Scene scene;
  std::unique_ptr<Simulation> simulation;  ///< null without physics
  std::optional<Comparison> comparison;
  std::shared_ptr<const Font> legend_font;  ///< may be null

  /// Diagnostics of reading all documents.
  Diagnostics diagnostics() const;
};

/// Poses the scene and its attachments and settles the bodies; creates the actors if there are none.
/// Continues the simulation from the frame shown before, if there is one. `keep_going`: see
/// ScenePhysics::set_keep_going().
void pose_scene(PreparedScene& shown, const Options& options, const std::function<bool()>& keep_going = {});
/// The same in two steps. Posing the bones needs no textures; settling needs none if there are bodies.
void pose_bones(PreparedScene& shown, const Options& options);
bool has_bodies(const PreparedScene& shown, const Options& options);
void settle_bodies(PreparedScene& shown, const Options& options,
                   const std::function<bool()>& keep_going = {});
/// Sets the textures of the actors that were decoded in the meantime.
void hang_textures(const PreparedScene& shown, Scene& scene);
/// Sets light, camera and comparison.
void aim_scene(PreparedScene& shown, const Options& options, const CameraChoice& camera,
               const LightChoice& light);

/// Warnings about bodies; warnings about the scene after its camera is set.
Diagnostics physics_notes(const PreparedScene& shown);
/// A warning if a picture shows only background although the scene has a visible model.
std::optional<Diagnostic> blank_warning(const Scene& scene, const Image& image);
Diagnostics scene_notes(const PreparedScene& shown, const Options& options, const CameraChoice& camera);

/// Draws the picture, or with --compare the row of panels.
Result<Image> draw_shown(Renderer& renderer, PreparedScene& shown, const Options& options,
                         const Renderer::TileProgress& progress = {});

/// Decodes the textures of the model and its attachments, and reports each one when it is ready.
Result<void> decode_all_textures(Document& document, const OnPicture& on_picture);

/// The skinning plan of the model at the chosen level.
std::shared_ptr<const SkinPlan> skin_plan_for(const Model& model, const Options& options);
/// The font of a comparison's legend; null without a legend or a font.
std::shared_ptr<const Font> legend_font_for(const Options& options);

// The models of a batch. Each is loaded once, while pictures of the one before are made.

/// A model with its attachments and the state's other models, without the batch's poses. Immutable, so any
/// thread may pose it.
struct BatchModel {
  Document document;
  std::vector<Document> beside;  ///< the state's other models, with their poses and motions
  std::shared_ptr<const SkinPlan> skin_plan;
  std::shared_ptr<const Font> legend_font;
  Diagnostics diagnostics;  ///< of loading the model
};
using SharedBatchModel = std::shared_ptr<const BatchModel>;

Result<SharedBatchModel> load_batch_model(const std::string& file, const Options& options);

/// Returns models in order. For one thread at a time.
class BatchModels {
 public:
  /// `wanted`: ascending indices of the files that at() will get. Others are not loaded.
  BatchModels(const std::vector<std::string>& files, const Options& options, std::vector<std::size_t> wanted);
  /// Waits for the model of an index, which must be that of the last call or the next wanted one.
  const Result<SharedBatchModel>& at(std::size_t index);

 private:
  void begin_next();

  const std::vector<std::string>& files_;
  const Options& options_;
  const std::vector<std::size_t> wanted_;
  std::size_t begun_ = 0;    ///< number of models that are loaded or being loaded
  std::size_t current_ = 0;  ///< index of `model_`
  Result<SharedBatchModel> model_;
  std::future<Result<SharedBatchModel>> next_;
};

}  // namespace mmd
