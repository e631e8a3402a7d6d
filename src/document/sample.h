#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace mmd {

/// Folders that may contain the samples, likeliest first, for a program in `program_folder`: installed,
/// beside the program, in a build folder of the source tree, or the source tree itself.
std::vector<std::filesystem::path> sample_folders(const std::filesystem::path& program_folder);

/// The file of the running program; empty if the system does not report it.
std::filesystem::path program_file();
/// Its folder.
std::filesystem::path program_folder();

/// The start-up sample, a model and its pose, from the first folder that has it; empty if none does.
std::vector<std::string> sample_files(std::span<const std::filesystem::path> folders);

/// Whether a file is in the same folder as a file of the sample.
bool is_sample(const std::string& file, std::span<const std::string> sample);

}  // namespace mmd
