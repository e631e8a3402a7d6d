#pragma once

#include <filesystem>
#include <string>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Writes a file by way of a temporary one beside it, which is renamed. As long as this process lives nobody
/// takes the temporary file for a leftover. Makes the folders above. From any thread. Errors: missing rights,
/// disk full.
Result<void> write_for_good(const std::filesystem::path& path, ByteSpan bytes);

/// Removes temporary files of `write_for_good` in a folder, and in those below it, whose processes live no
/// more. Returns how many.
std::size_t remove_leftovers(const std::filesystem::path& folder);

}  // namespace mmd
