#include "commands/picture/picture_models.h"

#include <new>
#include <utility>

#include "base/errors.h"
#include "options/scene_file.h"

namespace mmd {

Result<SharedBatchModel> load_batch_model(const std::string& file, const Options& options) try {
  auto out = std::make_shared<BatchModel>();
  const bool wants_textures = !options.batch.dry_run || options.batch.skip_existing;
  MMD_TRY(auto files, files_beside_in_scene(options, file));
  files.insert(files.begin(), file);
  MMD_TRY(auto opened, load_figures(files, options, Models::all, wants_textures));
  if (const LoadedFigure& loaded = *opened.arrangement.subject().loaded;
      !loaded.poses.empty() || !loaded.motions.empty())
    return fail(in_file(make_error("this is not a model"), file));
  out->diagnostics = opened.diagnostics();
  out->arrangement = arrangement_of(options, true);
  out->arrangement.figures = std::move(opened.arrangement.figures);
  out->skin_plan = skin_plan_for(out->arrangement.subject().model(), options);
  out->legend_font = legend_font_for(options);
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
  // Without a thread, at() loads the model.
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
