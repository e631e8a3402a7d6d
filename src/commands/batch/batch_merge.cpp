#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "annotations/labels.h"
#include "annotations/merge.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/batch/batch_overview.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/manifest.h"
#include "commands/batch/sources.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Number of names in a message.
constexpr std::size_t max_named = 20;

struct Joined {
  Manifest all;
  std::set<std::string> twice;  ///< pictures in more than one manifest
};

std::vector<std::string> files_of(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& one : given) {
    std::error_code error;
    if (is_pattern(one) && !std::filesystem::exists(path_from_utf8(one), error)) {
      for (std::string& file : files_fitting(one)) out.push_back(std::move(file));
    } else {
      out.push_back(one);
    }
  }
  // Read a file that is named twice only once.
  std::set<std::filesystem::path> met;
  std::erase_if(out, [&](const std::string& file) {
    std::error_code error;
    return !met.insert(std::filesystem::weakly_canonical(path_from_utf8(file), error)).second;
  });
  return out;
}

Result<Joined> join(const std::vector<std::string>& files) {
  Joined out;
  std::set<std::string> made;
  for (const std::string& file : files) {
    Manifest own;
    MMD_TRY(read_manifest(file, own));
    for (auto& [name, line] : own.pictures) {
      if (line.status == ItemStatus::written && !made.insert(name).second) out.twice.insert(name);
      const auto before = out.all.pictures.find(name);
      // A written picture counts more than a failure of another shard.
      const bool better = before == out.all.pictures.end() || line.status != ItemStatus::failed;
      if (better) out.all.pictures.insert_or_assign(name, std::move(line));
    }
    out.all.damaged += own.damaged;
  }
  return out;
}

/// Why a picture is missing; empty if it exists.
std::string absence(const Manifest& manifest, const std::string& name, const Options& options) {
  const auto line = manifest.pictures.find(name);
  if (line == manifest.pictures.end()) return "it is in no manifest";
  if (line->second.status == ItemStatus::failed) return line->second.error;
  std::error_code error;
  const auto path = path_from_utf8(options.output) / path_from_utf8(name);
  return std::filesystem::is_regular_file(path, error) ? std::string() : "the file is missing";
}

void tell(std::size_t& count, const std::string& name, const std::string& what, const Options& options) {
  if (++count <= max_named || options.verbosity > 0)
    print(in_file(make_error(what), name), options);
  else if (count == max_named + 1)
    print(make_error("more pictures have problems", "-v lists them all"), options);
}

/// The messages about pictures, and their number.
struct Told {
  const Options& options;
  std::size_t missing = 0, twice = 0;

  void is_missing(const std::string& name, const std::string& why) {
    tell(missing, name, "missing: " + why, options);
  }
};

/// The files to merge, per row of merged_labels().
struct JoinedLabels {
  const MergedLabel* row;
  TemporaryFile file;
  std::unique_ptr<LabelMerge> merge;
};

Result<std::vector<std::unique_ptr<JoinedLabels>>> begin_labels(const Options& options) {
  std::vector<std::unique_ptr<JoinedLabels>> out;
  for (const MergedLabel& row : merged_labels()) {
    if (!options.labels.has(row.label)) continue;
    auto& joined = *out.emplace_back(std::make_unique<JoinedLabels>());
    joined.row = &row;
    const auto path = path_from_utf8(options.output) / row.file;
    auto file = TemporaryFile::create(path);
    if (!file) return fail(in_file(file.error(), to_utf8(path)));
    joined.file = std::move(*file);
    joined.merge =
        row.begin([&file = joined.file](std::string_view text) { return file.write(as_byte_span(text)); });
  }
  return out;
}

/// Adds those of an existing picture. Error: writing fails.
Result<void> add_labels(const std::vector<std::unique_ptr<JoinedLabels>>& all, const std::string& name,
                        Told& told) {
  for (const auto& joined : all) {
    const std::string own = label_path(name, joined->row->suffix);
    const std::string path = to_utf8(path_from_utf8(told.options.output) / path_from_utf8(own));
    const auto bytes = read_file(path_from_utf8(path));
    if (!bytes) {
      told.is_missing(own, bytes.error().what);
      continue;
    }
    if (auto added = joined->merge->add({path, as_text(*bytes)}, name); !added) {
      if (added.error().file.empty()) return added;
      told.is_missing(own, added.error().what);
    }
  }
  return {};
}

Result<void> end_labels(const std::vector<std::unique_ptr<JoinedLabels>>& all, const Options& options) {
  for (const auto& joined : all) {
    const std::string path = to_utf8(path_from_utf8(options.output) / joined->row->file);
    MMD_TRY(in_file(joined->merge->end(), path));
    MMD_TRY(in_file(joined->file.commit(Lasting::no), path));
  }
  return {};
}

/// Writes the manifest, the label files, the contact sheet and the index. Error: writing fails.
Result<void> write_joined(const Joined& joined, const BatchOrder& order, Told& told) {
  const Options& options = order.options;
  const Plan& plan = order.plan;
  MMD_TRY(const auto labels, begin_labels(options));
  std::string text;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::string name = plan.name(i);
    const std::string why = absence(joined.all, name, options);
    if (!why.empty()) told.is_missing(name, why);
    if (joined.twice.count(name) != 0) tell(told.twice, name, "duplicate: several shards made it", options);
    if (const auto line = joined.all.pictures.find(name); line != joined.all.pictures.end())
      text += manifest_text(line->second);
    if (why.empty()) MMD_TRY(add_labels(labels, name, told));
  }
  MMD_TRY(end_labels(labels, options));
  MMD_TRY(write_overviews(order, joined.all));
  if (options.batch.manifest.empty()) return {};
  const std::string& file = options.batch.manifest;
  return in_file(write_file_atomically(path_from_utf8(file), as_byte_span(text)), file);
}

}  // namespace

int merge_shards(const BatchOrder& order) {
  const Options& options = order.options;
  const std::vector<std::string> files = files_of(options.batch.merge);
  if (const auto refused = refused_output(order, files)) return stop_with(*refused, options);
  if (files.empty())
    return stop_with(make_error("--merge: no file matches", "check the names or the pattern"), options);
  const auto joined = join(files);
  if (!joined) return stop_with(joined.error(), options);
  Told told{options};
  if (const auto written = write_joined(*joined, order, told); !written)
    return stop_with(written.error(), options);
  if (joined->all.damaged > 0)
    print(make_warning(fmt::format("{} of the manifests are invalid and were skipped",
                                   counted(joined->all.damaged, "line"))),
          options);
  if (options.verbosity >= 0)
    print_line(fmt::format("mmdview: {}, {} missing, {} duplicate, from {}",
                           counted(order.plan.size(), "picture"), told.missing, told.twice,
                           counted(files.size(), "manifest")));
  return told.missing > 0 || told.twice > 0 ? exit_some_failed : exit_done;
}

}  // namespace mmd
