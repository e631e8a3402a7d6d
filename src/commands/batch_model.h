#pragma once

// The models of a batch: each loaded once for all its pictures, the next while pictures of one are made.

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "commands/shown.h"

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
  BatchModels(const std::vector<std::string>& files, const Options& options);
  /// The model of that index, which is the one of the last call or the next; waits until it is loaded.
  const Result<SharedBatchModel>& at(std::size_t index);

 private:
  void begin(std::size_t index);

  const std::vector<std::string>& files_;
  const Options& options_;
  std::size_t current_ = 0;
  Result<SharedBatchModel> model_;
  std::future<Result<SharedBatchModel>> next_;
};

}  // namespace mmd
