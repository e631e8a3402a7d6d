#pragma once

// What only the system can do to files. Within assets/.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <tuple>

#include "assets/file_set.h"

namespace mmd {

/// Opens a file for reading that lies below a folder, both as they are without links: fails (errno says why)
/// if there are links on the way by now. Systems that cannot tell open it as it is.
std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file);

/// read_file() by open_beneath(); in file_io.cpp.
Result<Bytes> read_file_beneath(const std::filesystem::path& folder, const std::filesystem::path& file,
                                std::uint64_t max_bytes, const Beginning& is_wanted);

/// Has a write beyond the limit of file sizes (ulimit -f) fail; usually its signal, SIGXFSZ, ends the
/// program.
void outlive_file_size_limit();

/// The signals that end a program from outside, unless it asked for something else.
std::span<const int> ending_signals();

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
