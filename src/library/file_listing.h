#pragma once

// A list of the files in a folder or archive that can be opened.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "scene/file_extensions.h"

namespace mmd {

struct FileEntry {
  std::optional<NamedKind> kind;  ///< nullopt: a folder
  std::string name;               ///< for display; in an archive with the folders
  std::string file;               ///< the name for opening it: a path, possibly into an archive
  std::uint64_t size = 0;         ///< bytes; 0 for folders and if unknown

  bool is_folder() const { return !kind; }
};

struct FileListing {
  std::string place;   ///< absolute: a folder or an archive
  std::string parent;  ///< the parent folder; empty: none
  std::vector<FileEntry> entries;
  std::vector<std::string> notes;     ///< about skipped files
  std::optional<Diagnostic> problem;  ///< why listing failed
};

/// Lists a folder, or all models, poses and motions of an archive, in natural order. The extension decides
/// the kind. Skips names that start with a dot, and entries beyond `max_entries`.
FileListing list_files(const std::string& place) noexcept;
inline constexpr std::size_t max_entries = 20000;

/// Indices of the entries whose name contains `search`, ignoring letter case and width.
std::vector<std::size_t> entries_found(const FileListing& listing, std::string_view search);

/// The initial folder: the one on disk with an opened file, else the current folder, else the home folder.
std::string folder_to_begin_in(const std::string& file);

}  // namespace mmd
