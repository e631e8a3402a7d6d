#include "commands/picture/pose_overlay.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "options/advice.h"
#include "options/command_line.h"
#include "pose/tools.h"

namespace mmd {
namespace {

/// The poses as a shell's `for` takes them: by their folder if they are many and all from one.
std::string shell_list(const std::vector<std::string>& poses) {
  constexpr std::size_t most_names = 3;
  const auto folder_of = [](const std::string& pose) { return path_from_utf8(pose).parent_path(); };
  const bool one_folder = std::all_of(poses.begin(), poses.end(), [&](const std::string& pose) {
    std::error_code error;  // of a name in an archive, which may be longer than any on disk
    return folder_of(pose) == folder_of(poses.front()) && path_from_utf8(pose).extension() == ".vpd" &&
           std::filesystem::exists(path_from_utf8(pose), error);
  });
  if (one_folder && poses.size() > most_names) {
    const std::string folder = to_utf8(folder_of(poses.front()));
    return folder.empty() ? "*.vpd" : fmt::format("{}/*.vpd", shell_word(folder));
  }
  std::string out;
  for (const std::string& pose : poses) out += fmt::format("{}{}", out.empty() ? "" : " ", shell_word(pose));
  return out;
}

/// What makes a picture, or another file, of each pose.
std::string loop_over(const Options& options, const Document& document) {
  const std::string extension = to_utf8(path_from_utf8(options.output).extension());
  std::vector<std::string> poses;
  for (const PoseLayer& layer : document.poses) poses.push_back(layer.file);
  return fmt::format(
      "one of each: for p in {}; do mmdview {} {} \"$p\" -o \"$(basename \"$p\" .vpd){}\"; done",
      shell_list(poses), command_name(options.command), shell_word(document.model_file), extension);
}

}  // namespace

std::optional<Diagnostic> overlay_warning(const Options& options, const Document& document) {
  std::vector<vpd::File> files;
  for (const PoseLayer& layer : document.poses) files.push_back(layer.source->file);
  const std::size_t replaced = mostly_replaced(files);
  if (replaced == 0) return std::nullopt;
  const bool writes = options.command == Command::shot || options.command == Command::export_;
  return make_warning(
      fmt::format("{} poses are laid over each other, and later ones replace most of {} of them",
                  files.size(), replaced),
      writes && options.output != "-" ? loop_over(options, document) : "give one pose at a time to see each");
}

}  // namespace mmd
