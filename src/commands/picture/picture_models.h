#pragma once

// The models of `batch` and `serve`. Each is loaded once, while pictures of the one before are made.

#include <cstddef>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "commands/picture/shot_scene.h"
#include "options/opened.h"

namespace mmd {

/// A model with its attachments and the scene's other models, with textures, without the batch's poses.
/// Immutable, so any thread may make a session of it.
struct BatchModel {
  Arrangement arrangement;  ///< without the options' names and --compare
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
