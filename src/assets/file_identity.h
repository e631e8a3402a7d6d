#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace mmd {

/// Identifies a file, the same for every path, symbolic link and hard link to it.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  auto operator<=>(const FileIdentity&) const = default;
};

/// nullopt: there is no such file.
std::optional<FileIdentity> file_identity(const std::filesystem::path& path);

}  // namespace mmd
