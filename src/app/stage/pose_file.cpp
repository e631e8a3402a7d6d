#include "app/stage/pose_file.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/watched_files.h"
#include "edit/clipboard.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr int max_numbers = 100000;

bool is_same_file(const fs::path& path, const std::string& file) {
  std::error_code error;
  return fs::equivalent(path, path_from_utf8(file), error) && !error;
}

}  // namespace

Result<vpd::ForMmd> pose_file(const SavedPose& saved) {
  const auto mentions = saved.only_changed ? edit::Mentions::posed : edit::Mentions::all;
  MMD_TRY(auto file, edit::copied(saved.pose, saved.model, edit::whole_pose(), mentions));
  return vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8, vpd::Digits::exact);
}

std::vector<OpenFile> open_files(const Document& document) {
  std::vector<OpenFile> out{{document.model_file, "the model"}};
  for (const auto& layer : document.attached) out.push_back({layer.file, "an attached model"});
  for (const auto& layer : document.motions) out.push_back({layer.file, "the motion"});
  for (const auto& layer : document.poses) out.push_back({layer.file, "another pose that is shown"});
  for (std::string& file : files_of(document)) out.push_back({std::move(file), "in use by the model"});
  return out;
}

Result<std::optional<Diagnostic>> save_pose(const fs::path& path, const SavedPose& saved,
                                            const std::vector<OpenFile>& open, const std::string& own) {
  const auto taken = std::find_if(open.begin(), open.end(), [&](const OpenFile& one) {
    const bool is_own = one.file == own || is_same_file(path_from_utf8(own), one.file);
    return !is_own && is_same_file(path, one.file);
  });
  if (taken != open.end())
    return fail(fmt::format("{} is {}: a pose is not saved over it", to_utf8(path.filename()), taken->what),
                "choose another name");
  MMD_TRY(auto written, pose_file(saved));
  MMD_TRY(write_file_atomically(path, as_byte_span(written.bytes)));
  return std::move(written.lacks);
}

fs::path new_pose_file(const fs::path& folder, const std::string& stem) {
  fs::path path = folder / path_from_utf8(stem + ".vpd");
  std::error_code error;
  for (int number = 2; number < max_numbers && fs::exists(fs::symlink_status(path, error)); ++number)
    path = folder / path_from_utf8(fmt::format("{} {}.vpd", stem, number));
  return path;
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
