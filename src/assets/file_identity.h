#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <tuple>

namespace mmd {

/// Identifies a file, the same for every path, symbolic link and hard link to it.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
  friend bool operator<(const FileIdentity& a, const FileIdentity& b) {
    return std::tie(a.device, a.number) < std::tie(b.device, b.number);
  }
};

/// nullopt: there is no such file.
std::optional<FileIdentity> file_identity(const std::filesystem::path& path);

}  // namespace mmd
