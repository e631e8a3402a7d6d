#pragma once

// The models of a batch: each loaded once for all its pictures, the next while pictures of one are made.

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "commands/picture/shown.h"

namespace mmd {

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
