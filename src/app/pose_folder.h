#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace mmd {

/// Whether `a` comes before `b` as people sort names: digits by their value, letters without case.
bool natural_less(std::string_view a, std::string_view b);

/// The .vpd files of a folder, in natural order. Empty if the folder cannot be read.
std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder);

/// The index in `poses` (sorted as `poses_in` does) that lies `step` away from `current`, going around at the
/// ends. `current` need not be among them: then its place is where it would be. `poses` must not be empty.
std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step);

}  // namespace mmd
