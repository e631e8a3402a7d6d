#pragma once

// What only the system can do to files. Within assets/.

#include <filesystem>
#include <span>
#include <system_error>

namespace mmd {

/// Gives a new file the mode of the one that it is to replace, and its owner and group where that is allowed.
void take_after(const std::filesystem::path& fresh, const std::filesystem::path& old);

/// Waits until what was written to a file, or the names in a folder, outlast a loss of power. Systems of
/// files that cannot promise it are no error.
std::error_code sync_to_disk(const std::filesystem::path& path);

/// The signals that end a program from outside, unless it asked for something else.
std::span<const int> ending_signals();

}  // namespace mmd
