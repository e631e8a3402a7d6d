#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace mmd {

/// The lines of a small file that this program keeps for a person, without empty ones. A file that is not
/// there has none. Error: it cannot be read, so that nothing should be written in its place.
Result<std::vector<std::string>> read_lines(const std::filesystem::path& file);

/// Writes them in the place of what was there, and makes the folders above. Another window never meets half
/// of it. Lines that would be several are left out.
Result<void> write_lines(const std::filesystem::path& file, const std::vector<std::string>& lines);

}  // namespace mmd
