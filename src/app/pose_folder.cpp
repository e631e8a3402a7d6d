#include "app/pose_folder.h"

#include <algorithm>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the digits at `at`, without leading zeros.
std::string_view take_number(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == '0') ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

/// Negative, 0 or positive.
int compare_folded(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = take_number(a, i), y = take_number(b, j);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      if (const int c = x.compare(y); c != 0) return c;
    } else {
      // Bytes of UTF-8 are in the order of the characters.
      const auto x = static_cast<unsigned char>(a[i++]), y = static_cast<unsigned char>(b[j++]);
      if (x != y) return x < y ? -1 : 1;
    }
  }
  return static_cast<int>(i < a.size()) - static_cast<int>(j < b.size());
}

bool path_less(const std::filesystem::path& a, const std::filesystem::path& b) {
  return natural_less(to_utf8(a.filename()), to_utf8(b.filename()));
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  const int order = compare_folded(fold_name(a), fold_name(b));
  return order != 0 ? order < 0 : a < b;
}

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
