#pragma once

// File operations that depend on the system. For assets/ only.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <tuple>

#include "assets/file_set.h"

namespace mmd {

/// Opens a file below a folder for reading; both paths are free of links. Fails (errno) if a link has
/// appeared on the path since, on systems that can check it.
std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file);

/// read_file() by open_beneath(); in file_io.cpp.
Result<Bytes> read_file_beneath(const std::filesystem::path& folder, const std::filesystem::path& file,
                                std::uint64_t max_bytes, const Beginning& is_wanted);

/// Makes writes beyond the file size limit (ulimit -f) fail; by default SIGXFSZ ends the program.
void outlive_file_size_limit();

/// The signals that by default end a program from outside.
std::span<const int> ending_signals();

/// Identifies a file: equal for every path, symbolic link and hard link to it.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
  friend bool operator<(const FileIdentity& a, const FileIdentity& b) {
    return std::tie(a.device, a.number) < std::tie(b.device, b.number);
  }
};

/// nullopt: the file does not exist.
std::optional<FileIdentity> file_identity(const std::filesystem::path& path);

}  // namespace mmd
