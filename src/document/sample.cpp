#include "document/sample.h"

#include <algorithm>
#include <system_error>

#include "assets/file_set.h"

namespace mmd {
namespace {

bool is_there(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error);
}

}  // namespace

std::filesystem::path program_folder() {
  return program_file().parent_path();
}

std::vector<std::filesystem::path> sample_folders(const std::filesystem::path& program_folder) {
  std::vector<std::filesystem::path> out;
  if (!program_folder.empty()) {
    out.push_back(program_folder / ".." / "share" / "mmdview" / "samples");
    out.push_back(program_folder / "samples");
    out.push_back(program_folder / ".." / ".." / "samples");
  }
  if (*MMDVIEW_SOURCE_SAMPLES != '\0') out.push_back(path_from_utf8(MMDVIEW_SOURCE_SAMPLES));
  return out;
}

std::vector<std::string> sample_files(std::span<const std::filesystem::path> folders) {
  for (const std::filesystem::path& folder : folders) {
    const auto model = (folder / "figure" / "figure.pmx").lexically_normal();
    if (!is_there(model)) continue;
    std::vector<std::string> out{to_utf8(model)};
    const auto pose = (folder / "poses" / "peace.vpd").lexically_normal();
    if (is_there(pose)) out.push_back(to_utf8(pose));
    return out;
  }
  return {};
}

bool is_sample(const std::string& file, std::span<const std::string> sample) {
  const auto folder = path_from_utf8(file).parent_path();
  return std::any_of(sample.begin(), sample.end(),
                     [&](const std::string& one) { return path_from_utf8(one).parent_path() == folder; });
}

}  // namespace mmd
