#pragma once

// A scene as pictures show it: what `shot` and `batch` have in common between reading files and drawing.

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

/// What is loaded, and what of it is shown. Stays where it is once its scene is posed.
struct PreparedScene {
  PosedDocument posed;
  std::vector<PosedDocument> beside;  ///< further models
  std::shared_ptr<const SkinPlan> skin_plan;
  std::optional<PosedDocument> other;  ///< of --compare
  Scene scene;
  std::unique_ptr<Simulation> simulation;  ///< of the scene; null: without physics
  std::optional<Comparison> comparison;
  std::shared_ptr<const Font> legend_font;  ///< may be null

  /// Of all documents: what was found while they were read.
  Diagnostics diagnostics() const;
};

/// Poses the scene and what hangs on its model, with bodies where they come to rest; makes its actors if
/// there are none. Bodies are played on from the frame shown before, if there is one. `keep_going`: as
/// ScenePhysics::set_keep_going.
void pose_scene(PreparedScene& shown, const Options& options, const std::function<bool()>& keep_going = {});
/// The same in two steps: bones where the pose has them, and bodies that come to rest from there. The first
/// needs no textures, and neither does the second, if there are bodies at all.
void pose_bones(PreparedScene& shown, const Options& options);
bool has_bodies(const PreparedScene& shown, const Options& options);
void settle_bodies(PreparedScene& shown, const Options& options,
                   const std::function<bool()>& keep_going = {});
/// Gives the scene's actors the textures that were decoded since.
void hang_textures(const PreparedScene& shown, Scene& scene);
/// Light and camera, and with them the comparison.
void aim_scene(PreparedScene& shown, const Options& options, const CameraChoice& camera,
               const LightChoice& light);

/// What there is to say about bodies; about the scene, once it is aimed.
Diagnostics physics_notes(const PreparedScene& shown);
/// A warning if there is nothing but background in a picture, though a model is shown.
std::optional<Diagnostic> blank_warning(const Scene& scene, const Image& image);
Diagnostics scene_notes(const PreparedScene& shown, const Options& options, const CameraChoice& camera);

/// The picture, or with --compare the row of them.
Result<Image> draw_shown(Renderer& renderer, PreparedScene& shown, const Options& options,
                         const Renderer::TileProgress& progress = {});

/// Decodes the textures of the model and of what is attached to it, and tells of each picture as it comes.
Result<void> decode_all_textures(Document& document, const OnPicture& on_picture);

/// How vertices of the model are skinned at the level that is chosen.
std::shared_ptr<const SkinPlan> skin_plan_for(const Model& model, const Options& options);
/// The font of a comparison's legend; null if none is wanted, or there is none.
std::shared_ptr<const Font> legend_font_for(const Options& options);

// The models of a batch: each loaded once for all its pictures, the next while pictures of one are made.

/// A model with what hangs on it and what stands beside it, without poses of its own. Nothing changes it: any
/// thread may pose it.
struct BatchModel {
  Document document;
  std::vector<Document> beside;  ///< what a state has beside it, with poses and motions
  std::shared_ptr<const SkinPlan> skin_plan;
  std::shared_ptr<const Font> legend_font;
  Diagnostics diagnostics;  ///< of loading it
};
using SharedBatchModel = std::shared_ptr<const BatchModel>;

Result<SharedBatchModel> load_batch_model(const std::string& file, const Options& options);

/// Hands out models in their order. One thread at a time.
class BatchModels {
 public:
  /// `wanted`: indices of the files that at() will be asked for, rising. Others are not loaded.
  BatchModels(const std::vector<std::string>& files, const Options& options, std::vector<std::size_t> wanted);
  /// The model of that index, which is the one of the last call or the next wanted one; waits until it is
  /// loaded.
  const Result<SharedBatchModel>& at(std::size_t index);

 private:
  void begin_next();

  const std::vector<std::string>& files_;
  const Options& options_;
  const std::vector<std::size_t> wanted_;
  std::size_t begun_ = 0;    ///< so many of them are loaded or being loaded
  std::size_t current_ = 0;  ///< index of `model_`
  Result<SharedBatchModel> model_;
  std::future<Result<SharedBatchModel>> next_;
};

}  // namespace mmd
