#pragma once

// File operations that depend on the system, one source file per system. For assets/ only.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include "assets/file_set.h"

namespace mmd {

/// Opens a file for reading. Null: errno says why.
std::FILE* open_to_read(const std::filesystem::path& file);

/// Whether the kernel makes up the open file's content, which may have no end or block (/proc, tracing).
bool is_made_by_kernel(std::FILE* file);

/// Opens a file below a folder for reading; both paths are free of links. Fails (errno) if a link has
/// appeared on the path since, on systems that can check it.
std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file);

/// read_file() by open_beneath(); in file_io.cpp.
Result<Bytes> read_file_beneath(const std::filesystem::path& folder, const std::filesystem::path& file,
                                std::uint64_t max_bytes, const Beginning& is_wanted);

/// The path of an existing file or folder without links. Errors as std::filesystem::canonical().
std::filesystem::path path_without_links(const std::filesystem::path& path, std::error_code& error);

/// Whether a path is a symbolic link or a Windows junction; its target may be missing.
bool is_link(const std::filesystem::path& path);

struct FolderEntry {
  std::string name;        ///< UTF-8
  bool is_folder = false;  ///< else a regular file
};
/// The files and folders in a folder, unordered. Follows links; skips pipes and devices. Empty if the folder
/// cannot be read.
std::vector<FolderEntry> entries_in_folder(const std::filesystem::path& folder);

/// Whether names of files that differ by case alone are different files.
bool case_distinguishes_files();

/// Whether the system would write to something other than a file of that name: Windows to a device (CON, NUL,
/// COM1.txt), to a stream of another file (a:b), or to a name without the blanks and dots at its end.
bool is_reserved_name(const std::filesystem::path& path);
/// The error of writing to such a name.
Diagnostic reserved_name();

/// Makes writes beyond the file size limit (ulimit -f) fail; by default SIGXFSZ ends the program.
void outlive_file_size_limit();

/// The signals that by default end a program from outside.
std::span<const int> ending_signals();

/// Removes a file from within a handler of such a signal.
void remove_in_signal_handler(const std::filesystem::path::value_type* path);
/// Ends the program as the signal would have, so that shells see that it was interrupted: at the latest when
/// the handler returns.
void end_as_signal(int signal);

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
