#include "app/pose_file.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"
#include "edit/clipboard.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr int most_numbers = 100000;

bool is_same_file(const fs::path& path, const std::string& file) {
  std::error_code error;
  return fs::equivalent(path, path_from_utf8(file), error) && !error;
}

/// Which file of the document it is; empty: none.
std::string input_at(const fs::path& path, const Document& document, const std::string& own) {
  if (is_same_file(path, document.model_file)) return "the model";
  const auto is_it = [&](const auto& layer) { return layer.file != own && is_same_file(path, layer.file); };
  if (std::any_of(document.attached.begin(), document.attached.end(), is_it)) return "an attached model";
  if (std::any_of(document.motions.begin(), document.motions.end(), is_it)) return "the motion";
  if (std::any_of(document.poses.begin(), document.poses.end(), is_it)) return "another pose that is shown";
  return {};
}

}  // namespace

Result<std::string> pose_text(const SavedPose& saved) {
  const auto mentions = saved.only_changed ? edit::Mentions::posed : edit::Mentions::all;
  MMD_TRY(auto file, edit::copied(saved.pose, saved.model, edit::whole_pose(), mentions));
  MMD_TRY(auto written, vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8, vpd::Digits::exact));
  return std::move(written.bytes);
}

Result<void> save_pose(const fs::path& path, const SavedPose& saved, const Document& document,
                       const std::string& own) {
  if (const std::string input = input_at(path, document, own); !input.empty())
    return fail(fmt::format("{} is {}: a pose is not saved over it", to_utf8(path.filename()), input),
                "choose another name");
  MMD_TRY(const auto text, pose_text(saved));
  return write_file_atomically(path, as_byte_span(text));
}

fs::path new_pose_file(const fs::path& folder, const std::string& stem) {
  for (int number = 1; number < most_numbers; ++number) {
    fs::path path = folder / path_from_utf8(fmt::format("{}_{}.vpd", stem, number));
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error))) return path;
  }
  return folder / path_from_utf8(stem + ".vpd");
}

bool is_file_on_disk(const std::string& file) {
  std::error_code error;
  return !file.empty() && fs::is_regular_file(path_from_utf8(file), error);
}

fs::path folder_for_poses(const std::string& beside, const fs::path& current) {
  if (!is_file_on_disk(beside)) return current;
  const fs::path folder = path_from_utf8(beside).parent_path();
  return folder.empty() ? current : folder;
}

fs::path typed_pose_file(const std::string& typed, const fs::path& folder) {
  fs::path path = path_from_utf8(typed);
  if (fold_name(to_utf8(path.extension())) != ".vpd") path += ".vpd";
  return path.is_absolute() ? path : folder / path;
}

}  // namespace mmd
