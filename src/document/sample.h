#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace mmd {

/// Where the samples may lie, the likeliest first, for a program in `program_folder`: installed, in a build
/// folder of the source tree, in the source tree that it was built from.
std::vector<std::filesystem::path> sample_folders(const std::filesystem::path& program_folder);

/// The folder of the running program; empty if the system does not tell.
std::filesystem::path program_folder();

/// The sample to start with, a model and its pose, from the first folder that has it. Empty if none has.
std::vector<std::string> sample_files(std::span<const std::filesystem::path> folders);

/// Whether a file lies beside one of the sample.
bool is_sample(const std::string& file, std::span<const std::string> sample);

}  // namespace mmd
