#include "commands/batch_merge.h"

#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/words.h"
#include "batch/glob.h"
#include "batch/manifest.h"
#include "commands/messages.h"

namespace mmd {
namespace {

/// Of many, the first are named.
constexpr std::size_t most_named = 20;

struct Joined {
  Manifest all;
  std::set<std::string> twice;  ///< made by more than one of the manifests
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
      // One that is there counts more than one that failed elsewhere.
      const bool better = before == out.all.pictures.end() || line.status != ItemStatus::failed;
      if (better) out.all.pictures.insert_or_assign(name, std::move(line));
    }
    out.all.damaged += own.damaged;
  }
  return out;
}

/// Why a picture is missing; empty: it is there.
std::string absence(const Manifest& manifest, const std::string& name, const Options& options) {
  const auto line = manifest.pictures.find(name);
  if (line == manifest.pictures.end()) return "no manifest has it";
  if (line->second.status == ItemStatus::failed) return line->second.error;
  std::error_code error;
  const auto path = path_from_utf8(options.output) / path_from_utf8(name);
  return std::filesystem::is_regular_file(path, error) ? std::string() : "it is not on disk";
}

void tell(std::size_t& count, const std::string& name, const std::string& what, const Options& options) {
  if (++count <= most_named || options.verbosity > 0)
    print(in_file(make_error(what), name), options);
  else if (count == most_named + 1)
    print(make_error("further pictures are left out", "-v names them all"), options);
}

}  // namespace

int merge_manifests(const Options& options, const Plan& plan) {
  const std::vector<std::string> files = files_of(options.batch.merge);
  if (files.empty()) {
    print(make_error("--merge: no file fits"), options);
    return exit_bad_input;
  }
  const auto joined = join(files);
  if (!joined) {
    print(joined.error(), options);
    return exit_bad_input;
  }
  std::size_t missing = 0, twice = 0;
  std::string text;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::string name = plan.name(i);
    if (const std::string why = absence(joined->all, name, options); !why.empty())
      tell(missing, name, "missing: " + why, options);
    if (joined->twice.count(name) != 0) tell(twice, name, "double: several shards made it", options);
    if (const auto line = joined->all.pictures.find(name); line != joined->all.pictures.end())
      text += manifest_text(line->second);
  }
  if (!options.batch.manifest.empty())
    if (const auto done = write_file_atomically(path_from_utf8(options.batch.manifest), as_byte_span(text));
        !done) {
      print(done.error(), options);
      return exit_bad_input;
    }
  if (joined->all.damaged > 0)
    print(make_warning(
              fmt::format("{} of the manifests are none and left out", counted(joined->all.damaged, "line"))),
          options);
  if (options.verbosity >= 0)
    print_line(fmt::format("mmdview: {}, {} missing, {} double, from {}", counted(plan.size(), "picture"),
                           missing, twice, counted(files.size(), "manifest")));
  return missing > 0 || twice > 0 ? exit_some_failed : exit_done;
}

}  // namespace mmd
