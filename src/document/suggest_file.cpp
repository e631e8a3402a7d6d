#include "document/suggest_file.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "base/words.h"

namespace mmd {
namespace {

/// Folders with more are not looked through for a name.
constexpr std::size_t most_entries = 10'000;

/// The file or folder beside `path` that is probably meant.
std::optional<std::filesystem::path> nearest_file(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), end;
  for (; !error && entry != end && names.size() < most_entries; entry.increment(error))
    names.push_back(to_utf8(entry->path().filename()));
  const auto meant = nearest_word(to_utf8(path.filename()), names);
  if (!meant) return std::nullopt;
  return folder / path_from_utf8(*meant);
}

}  // namespace

Diagnostic suggest_file(Diagnostic error, const std::string& file) {
  std::error_code ignored;
  const auto path = path_from_utf8(file);
  if (std::filesystem::exists(path, ignored) || archive_path(file)) return error;
  const auto meant = nearest_file(path);
  return meant ? with_advice(std::move(error), Advice::other_file, {to_utf8(*meant)}) : error;
}

}  // namespace mmd
