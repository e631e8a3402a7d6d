#pragma once

// What a folder or archive holds that can be opened, as a list to go through.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace mmd {

/// In the order in which they are listed.
enum class FileEntryKind : std::uint8_t { folder, model, archive, pose, motion };

struct FileEntry {
  FileEntryKind kind = FileEntryKind::folder;
  std::string name;        ///< for people; of a model deep in the place with the folders that it is in
  std::string file;        ///< as one opens it: a path, or one in an archive
  std::uint64_t size = 0;  ///< bytes; 0 of folders and where it is not known
};

struct FileListing {
  std::string place;   ///< absolute: a folder or an archive
  std::string parent;  ///< the folder that it is in; empty: none
  std::vector<FileEntry> entries;
  std::vector<std::string> notes;     ///< what is not listed
  std::optional<Diagnostic> problem;  ///< why it cannot be listed
};

/// Lists a folder, or an archive with all its models, poses and motions. Files are known by their extension,
/// in natural order; names that begin with a dot are left out, as is what is beyond `max_entries`. Does not
/// throw.
FileListing list_files(const std::string& place) noexcept;
inline constexpr std::size_t max_entries = 20000;

/// The entries whose name contains `search`, as Windows would compare them, by their indices.
std::vector<std::size_t> entries_found(const FileListing& listing, std::string_view search);

/// The folder to begin in: that of a file that was opened, on disk; else the home or current one.
std::string folder_to_begin_in(const std::string& file);

}  // namespace mmd
