#include "commands/batch_guard.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "batch/shard.h"
#include "commands/batch_overview.h"
#include "commands/output_file.h"
#include "commands/state_file.h"
#include "document/document.h"
#include "labels/merge.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Whether one of two folders is the other, or lies in it. Both without links.
bool overlap(const fs::path& a, const fs::path& b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return ends.first == a.end() || ends.second == b.end();
}

/// Whether textures of a model may be in the output's folder: they lie below the folder that the model's is
/// in (see load_model()), unless links may lead anywhere.
bool may_have_textures_in(const fs::path& output, const std::string& model, const Options& options) {
  if (options.limits.allow_outside || !options.attachments.empty() || !options.state.empty()) return true;
  std::error_code error;
  const fs::path own = fs::canonical(path_from_utf8(model), error);
  return !error && overlap(output, own.parent_path().parent_path());
}

/// The shard's pictures and labels that are there already: others replace nothing.
std::vector<std::string> files_there(const BatchOrder& order) {
  std::vector<std::string> out;
  const fs::path folder = path_from_utf8(order.options.output);
  std::error_code error;
  for (std::size_t i = 0; i < order.plan.size(); ++i) {
    if (shard_of(order.plan, order.plan.item(i), order.shard.count) != order.shard.index) continue;
    const std::string picture = to_utf8(folder / path_from_utf8(order.plan.name(i)));
    for (std::string& file : with_labels(picture, order.options.labels))
      if (fs::exists(path_from_utf8(file), error)) out.push_back(std::move(file));
  }
  return out;
}

/// Where the model's textures lie, and of those that a state has beside it.
std::set<std::string> textures_with(const std::string& model, const Options& options) {
  std::set<std::string> out;
  // What cannot be loaded is told when its pictures are to be made.
  if (const auto document = load_document({model}, options.attachments, false))
    out = texture_paths(*document);
  const auto files = files_beside_in_state(options, model);
  const auto beside = files && !files->empty() ? load_documents(*files, {}, false) : std::vector<Document>();
  if (beside)
    for (const Document& document : *beside) out.merge(texture_paths(document));
  return out;
}

/// Whether one of these files, which lie in the folder, is a texture of the batch's models.
std::optional<Diagnostic> refused_in(const fs::path& folder, const std::vector<std::string>& files,
                                     const BatchOrder& order) {
  for (const std::string& model : order.plan.models) {
    if (!may_have_textures_in(folder, model, order.options)) continue;
    const std::set<std::string> textures = textures_with(model, order.options);
    for (const std::string& file : files)
      if (auto replaced = replaced_texture(textures, file)) return replaced;
  }
  return std::nullopt;
}

std::optional<Diagnostic> refused_picture(const BatchOrder& order) {
  std::error_code error;
  const fs::path output = fs::canonical(path_from_utf8(order.options.output), error);
  if (error) return std::nullopt;
  const std::vector<std::string> there = files_there(order);
  if (there.empty()) return std::nullopt;
  if (!order.options.force)
    for (const std::string& file : there)
      if (auto replaced = replaced_kind(file, FileKind::unknown)) return replaced;
  if (const auto& behind = order.options.look.background_picture)
    for (const std::string& picture : there)
      if (same_input(behind->file, picture))
        return in_file(make_error("this is the picture behind all others, and would be replaced",
                                  "give another folder or other names"),
                       picture);
  return refused_in(output, there, order);
}

/// What the labels of all pictures are joined into; none unless they are.
std::vector<std::string> joined_labels(const Options& options) {
  std::vector<std::string> out;
  if (options.batch.merge.empty()) return out;
  for (const MergedLabel& row : merged_labels())
    if (options.labels.has(row.label))
      out.push_back(to_utf8(path_from_utf8(options.output) / path_from_utf8(row.file)));
  return out;
}

/// What is written besides pictures and their own labels.
std::vector<std::string> files_besides(const BatchOrder& order) {
  const BatchChoice& choice = order.options.batch;
  std::vector<std::string> out;
  if (!choice.sheet.empty()) out = sheet_files(choice.sheet, pictures_in(order));
  for (const std::string& file : {choice.manifest, choice.index, choice.video})
    if (!file.empty()) out.push_back(file);
  for (std::string& file : joined_labels(order.options)) out.push_back(std::move(file));
  return out;
}

/// Whether one of these files is a picture of the batch, a label of one, or another one of them.
std::optional<Diagnostic> picture_of_that_name(const BatchOrder& order,
                                               const std::vector<std::string>& files) {
  std::error_code error;
  std::set<fs::path> taken;
  for (const std::string& file : files)
    if (!taken.insert(fs::weakly_canonical(path_from_utf8(file), error)).second)
      return in_file(make_error("two things would be written to it", "give another name"), file);
  if (taken.empty() || !order.options.batch.video.empty()) return std::nullopt;
  const fs::path folder = fs::weakly_canonical(path_from_utf8(order.options.output), error);
  for (std::size_t i = 0; i < order.plan.size(); ++i)
    for (const std::string& name : with_labels(order.plan.name(i), order.options.labels))
      if (taken.count(folder / path_from_utf8(name)) > 0)
        return in_file(
            make_error("a picture of the batch, or a label of one, has that name", "give another name"),
            name);
  return std::nullopt;
}

/// What the batch reads and is known by no kind: lists, the sound, manifests to join.
std::vector<std::string> further_inputs(const BatchOrder& order, const std::vector<std::string>& merged) {
  const BatchChoice& choice = order.options.batch;
  std::vector<std::string> out = merged;
  for (const auto* given : {&order.options.files, &choice.poses, &choice.motions})
    for (const std::string& name : *given)
      if (name.size() > 1 && name.front() == '@') out.push_back(name.substr(1));
  if (!choice.audio.empty()) out.push_back(choice.audio);
  return out;
}

/// Whether one of these files is something that the batch is made of.
std::optional<Diagnostic> refused_besides(const BatchOrder& order, const std::vector<std::string>& besides,
                                          const std::vector<std::string>& merged) {
  Options own = order.options;
  own.turntable = 0;  // these are one file each, without labels
  own.labels = {};
  for (const std::string& input : further_inputs(order, merged)) own.files.push_back(input);
  std::error_code error;
  for (const std::string& file : besides) {
    own.output = file;
    if (auto problem = output_problem(own, FileKind::unknown)) return problem;
    const fs::path real = fs::canonical(path_from_utf8(file), error);
    if (error) continue;  // it is not there
    if (auto refused = refused_in(real.parent_path(), {file}, order)) return refused;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> refused_output(const BatchOrder& order, const std::vector<std::string>& merged) {
  const std::vector<std::string> besides = files_besides(order);
  if (auto refused = refused_besides(order, besides, merged)) return refused;
  if (auto refused = picture_of_that_name(order, besides)) return refused;
  return order.options.batch.merge.empty() ? refused_picture(order) : std::nullopt;
}

}  // namespace mmd
