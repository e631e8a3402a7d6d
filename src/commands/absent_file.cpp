#include "commands/absent_file.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "commands/nearest_word.h"
#include "scene/input.h"

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

/// Whether it may have been meant as a command: no folder, no extension.
bool is_bare_word(const std::string& file) {
  return file.find_first_of("./\\") == std::string::npos;
}

std::optional<Diagnostic> absence_of(const std::string& file) {
  if (file == "-" || is_input(file)) return std::nullopt;
  auto input = read_input(file);
  if (input) return std::nullopt;  // a device or a pipe
  std::error_code error;
  if (is_bare_word(file) && !std::filesystem::exists(path_from_utf8(file), error)) {
    input.error().what = "no such file or command";
    input.error().hint = "`mmdview help` lists the commands";
  }
  return suggest_file(std::move(input.error()), file);
}

}  // namespace

Diagnostic suggest_file(Diagnostic error, const std::string& file) {
  std::error_code ignored;
  const auto path = path_from_utf8(file);
  if (std::filesystem::exists(path, ignored) || archive_path(file)) return error;
  if (const auto meant = nearest_file(path))
    error.hint = fmt::format("did you mean {}?", shell_word(to_utf8(*meant)));
  return error;
}

std::optional<Diagnostic> absent_file(const Options& options) {
  for (const std::string& file : options.files) {
    if (auto absent = absence_of(file)) return absent;
  }
  for (const AttachOption& option : options.attachments) {
    const std::string model = split_attachment(option.what).model;
    if (auto absent = model == "-" ? std::nullopt : absence_of(model)) return absent;
  }
  return std::nullopt;
}

}  // namespace mmd
