#include "library/file_listing.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "library/asset_library.h"
#include "library/library_store.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// The entry for a file or folder; follows symbolic links. nullopt for other files.
std::optional<FileEntry> entry_of(const fs::directory_entry& found) {
  FileEntry out;
  out.name = readable_path(found.path().filename());
  out.file = to_utf8(found.path());
  if (out.name.empty() || out.name.front() == '.') return std::nullopt;
  std::error_code error;
  if (found.is_directory(error)) return out;
  out.kind = kind_by_name(out.file);
  if (!out.kind || !found.is_regular_file(error)) return std::nullopt;
  const std::uintmax_t size = found.file_size(error);
  out.size = error ? 0 : size;
  return out;
}

void sort(std::vector<FileEntry>& entries) {
  std::vector<std::pair<std::string, FileEntry>> keyed;
  keyed.reserve(entries.size());
  for (FileEntry& entry : entries) {
    std::string key = fold_name(entry.name);
    keyed.emplace_back(std::move(key), std::move(entry));
  }
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    if (a.second.kind != b.second.kind) return a.second.kind < b.second.kind;
    const int order = compare_folded(a.first, b.first);
    return order != 0 ? order < 0 : a.second.file < b.second.file;
  });
  std::transform(keyed.begin(), keyed.end(), entries.begin(), [](auto& k) { return std::move(k.second); });
}

void list_folder(FileListing& out) {
  std::error_code error;
  fs::directory_iterator found(path_from_utf8(out.place), error);
  if (error) {
    out.problem = in_file(make_error("the folder cannot be read: " + error.message()), out.place);
    return;
  }
  std::size_t left_out = 0;
  for (; !error && found != fs::directory_iterator(); found.increment(error)) {
    auto entry = entry_of(*found);
    if (!entry) continue;
    if (out.entries.size() < max_entries) {
      out.entries.push_back(std::move(*entry));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) out.notes.push_back(fmt::format("{} more files are not listed", left_out));
}

void list_archive(FileListing& out) {
  AssetLibraryLimits limits;
  limits.entries = max_entries;
  const auto asset_library = AssetLibrary::list(out.place, limits);
  if (!asset_library) {
    out.problem = asset_library.error();
    return;
  }
  for (const AssetLibraryKind kind : {AssetLibraryKind::scenes, AssetLibraryKind::models,
                                      AssetLibraryKind::poses, AssetLibraryKind::motions})
    for (const AssetLibraryEntry& entry : (*asset_library)->entries(kind)) {
      const std::string name = readable_path(path_from_utf8(entry.file).filename());
      out.entries.push_back({kind_by_name(entry.file), entry.group.empty() ? name : entry.group + "/" + name,
                             entry.file, entry.size});
    }
  for (const Diagnostic& d : (*asset_library)->diagnostics()) out.notes.push_back(describe(d));
}

}  // namespace

FileListing list_files(const std::string& place) noexcept {
  FileListing out;
  try {
    std::error_code error;
    const fs::path absolute = fs::absolute(path_from_utf8(place), error).lexically_normal();
    const fs::path path = absolute.has_filename() ? absolute : absolute.parent_path();
    out.place = error ? place : to_utf8(path);
    if (path.has_relative_path()) out.parent = to_utf8(path.parent_path());
    if (is_folder(out.place)) {
      list_folder(out);
    } else {
      list_archive(out);
    }
    sort(out.entries);
  } catch (...) {
    out.problem = error_caught("list it", "cannot be listed");
  }
  return out;
}

std::vector<std::size_t> entries_found(const FileListing& listing, std::string_view search) {
  const std::string folded = fold_name(search);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < listing.entries.size(); ++i)
    if (folded.empty() || fold_name(listing.entries[i].name).find(folded) != std::string::npos)
      out.push_back(i);
  return out;
}

std::string folder_to_begin_in(const std::string& file) {
  std::error_code error;
  if (!file.empty() && file != "-") {
    const fs::path folder = fs::absolute(folder_on_disk(file), error).lexically_normal();
    if (!error && fs::is_directory(folder, error)) return to_utf8(folder);
  }
  const fs::path here = fs::current_path(error);
  if (!error) return to_utf8(here);
  return to_utf8(home_folder());
}

}  // namespace mmd
