#include "commands/batch/glob.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parts_of(const std::string& pattern) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    if (end > begin) parts.push_back(pattern.substr(begin, end - begin));
    begin = end + 1;
  }
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

/// Adds what fits the parts from `at` on below `folder` ("", "/", "a/").
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
      std::error_code error;  // links to folders may lead in circles
      if (entry.is_folder && !fs::is_symlink(path_from_utf8(path), error))
        find(path + "/", parts, at, depth + 1, out);
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

std::vector<std::string> files_fitting(const std::string& pattern) {
  std::vector<std::string> out;
  const std::vector<std::string> parts = parts_of(pattern);
  if (parts.empty()) return out;
  find(pattern.front() == '/' ? "/" : "", parts, 0, 0, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace mmd
