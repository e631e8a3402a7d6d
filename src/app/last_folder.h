#pragma once

#include <filesystem>
#include <optional>

namespace mmd {

/// The file that keeps the folder of the last pose between runs (XDG base directories: state). Empty where
/// there is no home.
std::filesystem::path last_folder_file();

/// The folder that `file` names; nullopt if there is none, or nothing sensible in it.
std::optional<std::filesystem::path> read_last_folder(const std::filesystem::path& file);

/// Remembers a folder, with the folders above `file` made if need be. Only a convenience: where that fails,
/// nothing happens, as with an empty `file`.
void write_last_folder(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace mmd
