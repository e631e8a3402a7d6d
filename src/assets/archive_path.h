#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mmd {

/// A file in an archive, as people name it: the archive's path, a slash of either kind, the path in there.
struct ArchivePath {
  std::string archive, member;
};

/// Divides "models.zip/a/b.pmx" behind the first part that is a file; its content is not looked at. nullopt
/// if the whole name is there on disk, or no part of it is a file.
std::optional<ArchivePath> archive_path(std::string_view name);

/// The folder on disk that a named file is in; for a file in an archive, the archive's.
std::filesystem::path folder_on_disk(std::string_view name);

}  // namespace mmd
