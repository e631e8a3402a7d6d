#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "annotations/merge.h"
#include "assets/file_set.h"
#include "commands/batch/batch_overview.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/plan.h"
#include "document/loaded_figure.h"
#include "document/watched_files.h"
#include "options/output_file.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Whether the folders are equal or one contains the other. Both paths have no links.
bool overlap(const fs::path& a, const fs::path& b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return ends.first == a.end() || ends.second == b.end();
}

/// Whether the existing file may be a texture of the model. Textures lie below the parent of the model's
/// folder (see load_model()), unless links may lead anywhere.
bool may_be_texture(const std::string& file, const std::string& model, const Options& options) {
  if (options.limits.allow_outside || !options.attachments.empty() || !options.state.empty()) return true;
  std::error_code error;
  const fs::path path = path_from_utf8(file);
  if (fs::hard_link_count(path, error) > 1 && !error) return true;
  const fs::path own = fs::canonical(path, error), of_model = fs::canonical(path_from_utf8(model), error);
  return !error && overlap(own.parent_path(), of_model.parent_path().parent_path());
}

/// The shard's pictures and labels that exist; the others overwrite nothing.
std::vector<std::string> files_there(const BatchOrder& order) {
  std::vector<std::string> out;
  const fs::path folder = path_from_utf8(order.options.output);
  std::error_code error;
  for (const std::size_t item : order.items()) {
    const std::string picture = to_utf8(folder / path_from_utf8(order.plan.name(item)));
    for (std::string& file : with_labels(picture, order.options.labels))
      if (fs::exists(path_from_utf8(file), error)) out.push_back(std::move(file));
  }
  return out;
}

/// The files of the model and of the state's other models.
std::vector<std::string> files_of_model(const std::string& model, const Options& options) {
  std::vector<std::string> out;
  // The batch reports unreadable files later, with their pictures.
  if (const auto document = load_document({model}, options.attachments, false)) out = files_of(*document);
  const auto files = files_beside_in_scene(options, model);
  const auto beside =
      files && !files->empty() ? load_documents(*files, {}, false) : std::vector<LoadedFigure>();
  if (beside)
    for (const LoadedFigure& document : *beside)
      for (std::string& file : files_of(document)) out.push_back(std::move(file));
  return out;
}

/// The inputs of the batch. Loads a model only if one of the existing files may be its texture.
std::vector<std::string> files_read(const BatchOrder& order, const std::vector<std::string>& there,
                                    const std::vector<std::string>& merged) {
  std::vector<std::string> out = files_read(order.options);
  out.insert(out.end(), merged.begin(), merged.end());
  for (const Source& source : order.plan.sources) out.push_back(file_on_disk(source.file));
  for (const std::string& layer : order.options.batch.scene_layers) out.push_back(file_on_disk(layer));
  for (const std::string& model : order.plan.models) {
    out.push_back(file_on_disk(model));
    if (!std::any_of(there.begin(), there.end(),
                     [&](const std::string& file) { return may_be_texture(file, model, order.options); }))
      continue;
    for (std::string& file : files_of_model(model, order.options)) out.push_back(std::move(file));
  }
  return out;
}

/// The merged label files; empty unless labels are merged.
std::vector<std::string> joined_labels(const Options& options) {
  std::vector<std::string> out;
  if (options.batch.merge.empty()) return out;
  for (const MergedLabel& row : merged_labels())
    if (options.labels.has(row.label))
      out.push_back(to_utf8(path_from_utf8(options.output) / path_from_utf8(row.file)));
  return out;
}

/// The outputs other than pictures, their labels, the index and the merged manifest.
std::vector<std::string> files_besides(const BatchOrder& order) {
  const BatchChoice& choice = order.options.batch;
  std::vector<std::string> out;
  if (!choice.sheet.empty()) out = sheet_files(choice.sheet, order.items().size());
  if (!choice.video.empty()) out.push_back(choice.video);
  for (std::string& file : joined_labels(order.options)) out.push_back(std::move(file));
  return out;
}

/// Outputs of one kind.
struct OutputsOfKind {
  Written kind;
  std::vector<std::string> files;
};

/// All outputs other than pictures and their labels.
std::vector<OutputsOfKind> outputs_besides(const BatchOrder& order) {
  const BatchChoice& choice = order.options.batch;
  std::vector<OutputsOfKind> out{{Written::by_name, files_besides(order)}};
  if (!choice.index.empty()) out.push_back({Written::page, {choice.index}});
  if (!choice.manifest.empty()) out.push_back({Written::manifest, {choice.manifest}});
  return out;
}

/// Whether one of these files is also a picture or a label of the batch, or is listed twice.
std::optional<Diagnostic> picture_of_that_name(const BatchOrder& order,
                                               const std::vector<std::string>& files) {
  std::error_code error;
  std::set<fs::path> taken;
  for (const std::string& file : files)
    if (!taken.insert(fs::weakly_canonical(path_from_utf8(file), error)).second)
      return in_file(make_error("two outputs have this name", "give another name"), file);
  if (taken.empty() || !order.options.batch.video.empty()) return std::nullopt;
  const fs::path folder = fs::weakly_canonical(path_from_utf8(order.options.output), error);
  for (std::size_t i = 0; i < order.plan.size(); ++i)
    for (const std::string& name : with_labels(order.plan.name(i), order.options.labels))
      if (taken.count(folder / path_from_utf8(name)) > 0)
        return in_file(make_error("a picture or label of the batch has the same name", "give another name"),
                       name);
  return std::nullopt;
}

/// Returns an error if one of these files cannot be written, for example because its folder is missing.
std::optional<Diagnostic> impossible_besides(const BatchOrder& order,
                                             const std::vector<OutputsOfKind>& besides,
                                             const std::vector<std::string>& merged) {
  Options own = order.options;
  own.turntable = 0;  // one file each, without labels
  own.labels = {};
  for (const auto& [kind, files] : besides)
    for (const std::string& file : files) {
      own.output = file;
      if (auto problem = output_problem(own, kind, merged)) return problem;
    }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> refused_output(const BatchOrder& order, const std::vector<std::string>& merged) {
  std::vector<OutputsOfKind> outputs = outputs_besides(order);
  if (auto impossible = impossible_besides(order, outputs, merged)) return impossible;
  std::vector<std::string> there;
  for (const auto& [kind, files] : outputs) there.insert(there.end(), files.begin(), files.end());
  if (auto taken = picture_of_that_name(order, there)) return taken;
  std::error_code error;
  std::erase_if(there, [&](const std::string& file) { return !fs::exists(path_from_utf8(file), error); });
  const bool to_files = order.options.batch.merge.empty() && order.options.batch.video.empty();
  if (to_files)
    for (std::string& file : files_there(order)) {
      there.push_back(file);
      outputs.front().files.push_back(std::move(file));
    }
  if (there.empty()) return std::nullopt;
  const std::vector<std::string> read = files_read(order, there, merged);
  for (const auto& [kind, files] : outputs)
    if (auto refused = refused_files(files, kind, read, order.options)) return refused;
  return std::nullopt;
}

}  // namespace mmd
