#pragma once

// What only the system can do to files. Within assets/.

#include <cstdio>
#include <filesystem>
#include <span>
#include <system_error>

#include "assets/file_set.h"

namespace mmd {

/// Opens a file for reading that lies below a folder, both as they are without links: fails (errno says why)
/// if there are links on the way by now. Systems that cannot tell open it as it is.
std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file);

/// read_file() by open_beneath(); in file_io.cpp.
Result<Bytes> read_file_beneath(const std::filesystem::path& folder, const std::filesystem::path& file,
                                std::uint64_t max_bytes, const Beginning& is_wanted);

/// Gives a new file the mode of the one that it is to replace, and its owner and group where that is allowed.
void take_after(const std::filesystem::path& fresh, const std::filesystem::path& old);

/// Waits until what was written to a file, or the names in a folder, outlast a loss of power. Systems of
/// files that cannot promise it are no error.
std::error_code sync_to_disk(const std::filesystem::path& path);

/// Has a write beyond the limit of file sizes (ulimit -f) fail; usually its signal, SIGXFSZ, ends the
/// program.
void outlive_file_size_limit();

/// The signals that end a program from outside, unless it asked for something else.
std::span<const int> ending_signals();

}  // namespace mmd
