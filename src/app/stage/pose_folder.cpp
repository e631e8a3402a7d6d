#include "app/stage/pose_folder.h"

#include <algorithm>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

bool path_less(const std::filesystem::path& a, const std::filesystem::path& b) {
  return natural_less(to_utf8(a.filename()), to_utf8(b.filename()));
}

}  // namespace

std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (fold_name(to_utf8(entry->path().extension())) == ".vpd") out.push_back(entry->path());
  }
  std::sort(out.begin(), out.end(), path_less);
  return out;
}

std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step) {
  const auto place = std::lower_bound(poses.begin(), poses.end(), current, path_less);
  const bool present = place != poses.end() && place->filename() == current.filename();
  const auto count = static_cast<std::ptrdiff_t>(poses.size());
  std::ptrdiff_t index = place - poses.begin() + step;
  if (!present && step > 0) --index;  // the first step forward is onto what stands in its place
  return static_cast<std::size_t>(((index % count) + count) % count);
}

bool PoseSteps::go(const std::string& model, int step) {
  const std::string& from = place(model);
  const auto poses = poses_in(folder_on_disk(from));
  if (poses.empty()) return false;
  const std::size_t index = pose_after(poses, path_from_utf8(from), step);
  pose_ = gone_to_ = to_utf8(poses[index]);
  number_ = index + 1;
  count_ = poses.size();
  return true;
}

std::string PoseSteps::number_of(const std::string& pose) const {
  return !pose.empty() && pose == gone_to_ ? fmt::format("{} of {}", number_, count_) : std::string();
}

void PoseSteps::list(const std::string& model) {
  listed_.clear();
  const std::string& from = place(model);
  if (from.empty()) return;
  for (const auto& pose : poses_in(folder_on_disk(from))) listed_.push_back(to_utf8(pose));
}

}  // namespace mmd
