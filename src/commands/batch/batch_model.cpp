#include "commands/batch/batch_model.h"

#include <new>
#include <utility>

#include "base/errors.h"
#include "options/state_file.h"

namespace mmd {

Result<SharedBatchModel> load_batch_model(const std::string& file, const Options& options) try {
  auto out = std::make_shared<BatchModel>();
  MMD_TRY(out->document, load_document({file}, options.attachments, false));
  if (!out->document.poses.empty() || !out->document.motions.empty())
    return fail(in_file(make_error("this is no model"), file));
  const bool wants_textures = !options.batch.dry_run || options.batch.skip_existing;
  if (wants_textures) MMD_TRY(decode_all_textures(out->document, {}));
  MMD_TRY(const auto beside, files_beside_in_state(options, file));
  if (!beside.empty()) {
    MMD_TRY(out->beside, load_documents(beside, {}, false));
  }
  for (Document& document : out->beside)
    if (wants_textures) MMD_TRY(decode_all_textures(document, {}));
  out->skin_plan = skin_plan_for(out->document.model(), options);
  out->legend_font = legend_font_for(options);
  out->diagnostics = std::exchange(out->document.diagnostics, {});
  for (Document& document : out->beside)
    for (Diagnostic& diagnostic : std::exchange(document.diagnostics, {}))
      out->diagnostics.push_back(std::move(diagnostic));
  return SharedBatchModel(std::move(out));
} catch (const std::bad_alloc&) {
  return fail(in_file(make_error("out of memory while loading"), file));
}

BatchModels::BatchModels(const std::vector<std::string>& files, const Options& options,
                         std::vector<std::size_t> wanted)
    : files_(files), options_(options), wanted_(std::move(wanted)), current_(files.size()) {
  begin_next();
}

void BatchModels::begin_next() {
  if (begun_ >= wanted_.size()) return;
  const std::string& file = files_[wanted_[begun_++]];
  // Where the system has no thread for it the model is loaded when it is wanted.
  next_ = std::async(std::launch::async | std::launch::deferred,
                     [file, &options = options_] { return load_batch_model(file, options); });
}

const Result<SharedBatchModel>& BatchModels::at(std::size_t index) {
  if (index == current_) return model_;
  model_ = next_.get();
  current_ = index;
  begin_next();
  return model_;
}

}  // namespace mmd
