#include "commands/batch/sources.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/system_files.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/inputs.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Names of the two kinds.
struct KindWords {
  std::string_view extension, plural;
};
KindWords words_for(FileKind kind) {
  return kind == FileKind::motion ? KindWords{".vmd", "motions"} : KindWords{".vpd", "poses"};
}

bool has_kind(const std::string& name, FileKind kind) {
  const std::string extension = to_utf8(path_from_utf8(name).extension());
  return fold_name(extension) == words_for(kind).extension;
}

std::string stem_of(const std::string& file) {
  return to_utf8(path_from_utf8(file).stem());
}

/// With '/' on every system.
std::string folder_of(const std::string& file) {
  const std::string slashed = with_slashes(path_from_utf8(file));
  const std::size_t slash = slashed.rfind('/');
  return slash == std::string::npos ? std::string() : slashed.substr(0, slash);
}

/// Sorts by folder, then in natural order: "2" before "10".
void sort(std::vector<Source>& sources) {
  std::vector<std::pair<std::string, std::size_t>> keyed;
  keyed.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i)
    keyed.emplace_back(
        fold_name(sources[i].folder.empty() ? sources[i].name : sources[i].folder + "/" + sources[i].name),
        i);
  std::sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    const int order = compare_folded(a.first, b.first);
    return order != 0 ? order < 0 : sources[a.second].file < sources[b.second].file;
  });
  std::vector<Source> out;
  out.reserve(sources.size());
  for (const auto& key : keyed) out.push_back(std::move(sources[key.second]));
  sources = std::move(out);
}

class Finder {
 public:
  explicit Finder(FileKind kind) : kind_(kind) {}

  /// `listed`: from a list, whose names are not patterns.
  void add(const std::string& given, bool listed) {
    std::error_code error;
    if (!listed && given.size() > 1 && given.front() == '@') return add_list(given.substr(1));
    if (fs::is_directory(path_from_utf8(given), error)) return add_folder(given);
    if (!fs::exists(path_from_utf8(given), error)) {
      if (!listed && is_pattern(given)) return add_pattern(given);
      if (!archive_path(given)) return add_problem(suggest_file(missing(given), given));
    } else if (!has_kind(given, kind_) && add_archive(given)) {
      return;
    }
    out_.found.push_back(on_disk(given, folder_in_list(given, listed)));
  }

  Sources take() { return std::move(out_); }

 private:
  static Diagnostic missing(const std::string& given) {
    return in_file(make_error("there is no such file or folder", "check the spelling"), utf8_lossy(given));
  }
  void add_problem(Diagnostic problem) { out_.problems.push_back(std::move(problem)); }

  /// A list can have equal file names in different folders.
  static std::string folder_in_list(const std::string& file, bool listed) {
    if (!listed) return {};
    std::string folder = with_slashes(path_from_utf8(folder_of(file)).lexically_normal());
    if (!folder.empty() && folder.back() == '/') folder.pop_back();
    if (folder == ".") folder.clear();
    const bool leads_out =
        folder == ".." || folder.rfind("../", 0) == 0 || path_from_utf8(folder).has_root_path();
    return leads_out ? std::string() : folder;
  }

  Source on_disk(const std::string& file, std::string folder) const {
    return {file, stem_of(file), std::move(folder), kind_, nullptr, {}};
  }

  void add_list(const std::string& file) {
    const auto bytes = read_file(path_from_utf8(file));
    if (!bytes) return add_problem(bytes.error());
    const std::vector<std::string> names = names_in_list(as_text(*bytes));
    if (names.empty()) add_problem(in_file(make_error("the list is empty"), utf8_lossy(file)));
    for (const std::string& name : names) add(name, true);
  }

  void add_folder(const std::string& given) {
    const std::string root = with_slashes(path_from_utf8(given)).back() == '/' ? given : given + "/";
    std::vector<Source> found;
    std::error_code error;
    constexpr auto permitted = fs::directory_options::skip_permission_denied;
    fs::recursive_directory_iterator entry(path_from_utf8(given), permitted, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const std::string name = to_utf8(entry->path().filename());
      std::error_code ignored;
      if (name.front() == '.') {
        if (entry->is_directory(ignored)) entry.disable_recursion_pending();
      } else if (has_kind(name, kind_) && !entry->is_directory(ignored)) {
        const std::string file = to_utf8(entry->path());
        found.push_back(on_disk(file, folder_of(file.substr(std::min(root.size(), file.size())))));
      }
    }
    if (error)
      add_problem(in_file(make_error("the folder cannot be read: " + error.message()), utf8_lossy(given)));
    else if (found.empty())
      add_problem(in_file(nothing_in("folder"), utf8_lossy(given)));
    append(std::move(found));
  }

  Diagnostic nothing_in(std::string_view place) const {
    const KindWords words = words_for(kind_);
    return make_error(fmt::format("the {} contains no {} ({})", place, words.plural, words.extension));
  }

  void add_pattern(const std::string& pattern) {
    std::vector<Source> found;
    const std::string fixed = folder_of(pattern.substr(0, pattern.find_first_of("*?[")) + "x");
    for (const std::string& file : files_fitting(pattern)) {
      std::string folder = folder_of(file).substr(std::min(fixed.size(), folder_of(file).size()));
      if (!folder.empty() && folder.front() == '/') folder.erase(0, 1);
      found.push_back(on_disk(file, std::move(folder)));
    }
    if (found.empty())
      add_problem(in_file(make_error("no file matches the pattern",
                                     "check the pattern, and quote it so that the shell does not expand it"),
                          utf8_lossy(pattern)));
    append(std::move(found));
  }

  /// Returns false if the file is not an archive.
  bool add_archive(const std::string& file) {
    auto bytes = read_file(path_from_utf8(file));
    if (!bytes || !looks_like_archive(*bytes)) return false;
    auto opened = open_archive(std::move(*bytes), file);
    if (!opened) {
      add_problem(in_file(std::move(opened.error()), utf8_lossy(file)));
      return true;
    }
    std::vector<Source> found;
    for (const std::string& member : (*opened)->list(words_for(kind_).extension))
      found.push_back(
          {fmt::format("{}/{}", file, member), stem_of(member), folder_of(member), kind_, *opened, member});
    if (found.empty()) add_problem(in_file(nothing_in("archive"), utf8_lossy(file)));
    append(std::move(found));
    return true;
  }

  void append(std::vector<Source> found) {
    sort(found);
    for (Source& source : found) out_.found.push_back(std::move(source));
  }

  FileKind kind_;
  Sources out_;
};

}  // namespace

std::vector<std::string> names_in_list(std::string_view text) {
  const char separator = text.find('\0') != std::string_view::npos ? '\0' : '\n';
  if (separator == '\n' && text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::vector<std::string> out;
  while (!text.empty()) {
    std::string_view line = take_until(text, separator);
    if (separator == '\n' && !line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty()) out.emplace_back(line);
  }
  return out;
}

Sources find_sources(const std::vector<std::string>& given, FileKind kind) {
  Finder finder(kind);
  for (const std::string& one : given) finder.add(one, false);
  return finder.take();
}

Result<InputFile> read_source(const Source& source) {
  if (source.archive != nullptr) return input_of_member(source.archive, source.member, source.file);
  MMD_TRY(InputFile out, read_input(source.file));
  out.kind = recognise(out.bytes);
  return out;
}

void prefetch_sources(const std::vector<Source>& sources, std::size_t first, std::size_t last) {
  std::vector<std::string> members;
  std::shared_ptr<const FileSet> archive;  // of the members
  const auto tell = [&] {
    if (!members.empty()) archive->prefetch(members);
    members.clear();
  };
  for (std::size_t i = first; i < std::min(last, sources.size()); ++i) {
    if (archive != sources[i].archive) tell();
    archive = sources[i].archive;
    if (archive != nullptr) members.push_back(sources[i].member);
  }
  tell();
}

namespace {

std::vector<std::string> parts_of(const std::string& pattern) {
  std::vector<std::string> parts;
  for (std::string_view rest = pattern; !rest.empty();)
    if (const std::string_view part = take_until(rest, '/'); !part.empty()) parts.emplace_back(part);
  return parts;
}

struct Found {
  std::string name;
  bool is_folder = false;
};

std::vector<Found> entries_of(const std::string& folder) {
  std::vector<Found> out;
  std::error_code error;
  fs::directory_iterator entry(path_from_utf8(folder.empty() ? "." : folder), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    out.push_back({to_utf8(entry->path().filename()), entry->is_directory(ignored)});
  }
  return out;
}

constexpr int deepest = 64;

/// Adds the files below `folder` ("", "/", "a/") that match the parts from `at` on.
void find(const std::string& folder, const std::vector<std::string>& parts, std::size_t at, int depth,
          std::vector<std::string>& out) {
  if (depth > deepest) return;
  const std::string& part = parts[at];
  const bool last = at + 1 == parts.size();
  if (part != "**" && !is_pattern(part)) {
    std::error_code error;
    const std::string path = folder + part;
    if (!last) return find(path + "/", parts, at + 1, depth + 1, out);
    if (fs::is_regular_file(path_from_utf8(path), error)) out.push_back(path);
    return;
  }
  const bool any_depth = part == "**" && !last;
  if (any_depth) find(folder, parts, at + 1, depth, out);
  for (const Found& entry : entries_of(folder)) {
    if (entry.name.front() == '.' && part.front() != '.') continue;
    const std::string path = folder + entry.name;
    if (any_depth) {
      // Links to folders can form cycles.
      if (entry.is_folder && !is_link(path_from_utf8(path))) find(path + "/", parts, at, depth + 1, out);
    } else if (!fits_pattern(entry.name, part)) {
      continue;
    } else if (last && !entry.is_folder) {
      out.push_back(path);
    } else if (!last && entry.is_folder) {
      find(path + "/", parts, at + 1, depth + 1, out);
    }
  }
}

}  // namespace

std::vector<std::string> files_fitting(const std::string& given) {
  std::vector<std::string> out;
  const std::string pattern = with_slashes(path_from_utf8(given));
  const std::vector<std::string> parts = parts_of(pattern);
  if (parts.empty()) return out;
  // Two begin a network path on Windows.
  find(std::string(std::min<std::size_t>(pattern.find_first_not_of('/'), 2), '/'), parts, 0, 0, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace mmd
