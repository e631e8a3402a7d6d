#include "document/camera_bookmarks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/line_file.h"
#include "document/user_folders.h"

namespace mmd {
namespace {

/// Distance, target, angles, field of view; then 1 for perspective.
constexpr std::size_t number_count = 9;

/// Takes the next number and the blank behind it; nullopt: there is none.
std::optional<float> take_number(std::string_view& line) {
  float value = 0.0f;
  const char* end = line.data() + line.size();
  const auto [rest, problem] = std::from_chars(line.data(), end, value);
  if (problem != std::errc() || rest == end || *rest != ' ' || !std::isfinite(value)) return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(rest - line.data()) + 1);
  return value;
}

}  // namespace

std::string line_of(const CameraBookmarks::Bookmark& bookmark) {
  const MmdCamera& c = bookmark.camera;
  return fmt::format("{} {} {} {} {} {} {} {} {} {}", c.distance, c.target.x, c.target.y, c.target.z,
                     c.angles.x, c.angles.y, c.angles.z, c.fov_degrees, c.perspective ? 1 : 0, bookmark.name);
}

std::optional<CameraBookmarks::Bookmark> bookmark_in(const std::string& line) {
  std::string_view rest = line;
  std::array<float, number_count> n{};
  for (float& number : n) {
    const auto value = take_number(rest);
    if (!value) return std::nullopt;
    number = *value;
  }
  if (rest.empty() || n[0] <= 0.0f || n[7] <= 0.0f || n[7] >= 180.0f) return std::nullopt;
  return CameraBookmarks::Bookmark{
      std::string(rest), {vec3(n[1], n[2], n[3]), vec3(n[4], n[5], n[6]), n[0], n[7], n[8] != 0.0f}};
}

const CameraBookmarks::Bookmark* CameraBookmarks::find(const std::string& name) const {
  const auto at = std::find_if(list_.begin(), list_.end(), [&](const Bookmark& b) { return b.name == name; });
  return at == list_.end() ? nullptr : &*at;
}

std::string CameraBookmarks::free_name() const {
  for (std::size_t number = 1;; ++number)
    if (std::string name = std::to_string(number); find(name) == nullptr) return name;
}

Result<void> CameraBookmarks::try_read() {
  if (file_.empty()) return {};
  MMD_TRY(std::vector<std::string> lines, read_lines(file_));
  list_.clear();
  other_lines_.clear();
  for (std::string& line : lines) {
    auto bookmark = bookmark_in(line);
    if (bookmark && list_.size() < most) {
      list_.push_back(std::move(*bookmark));
    } else {
      other_lines_.push_back(std::move(line));
    }
  }
  return {};
}

Result<void> CameraBookmarks::keep(const std::string& name, const MmdCamera& camera) {
  auto was_read = try_read();
  const auto at = std::find_if(list_.begin(), list_.end(), [&](const Bookmark& b) { return b.name == name; });
  if (at != list_.end()) {
    at->camera = camera;
  } else if (list_.size() >= most) {
    return fail(fmt::format("{} cameras are kept already", most), "forget some first");
  } else {
    list_.push_back({name, camera});
  }
  return write(std::move(was_read));
}

Result<void> CameraBookmarks::forget(const std::string& name) {
  auto was_read = try_read();
  list_.erase(std::remove_if(list_.begin(), list_.end(), [&](const Bookmark& b) { return b.name == name; }),
              list_.end());
  return write(std::move(was_read));
}

Result<void> CameraBookmarks::write(Result<void> was_read) {
  if (file_.empty()) return {};
  std::vector<std::string> lines;
  for (const Bookmark& bookmark : list_) lines.push_back(line_of(bookmark));
  lines.insert(lines.end(), other_lines_.begin(), other_lines_.end());
  auto kept = was_read ? write_lines(file_, lines) : std::move(was_read);
  if (!kept) file_.clear();  // what it holds must not undo what was changed here
  return kept;
}

std::filesystem::path default_camera_bookmarks_file() {
  const auto folder = user_folder(UserFolder::data);
  return folder.empty() ? folder : folder / "cameras";
}

}  // namespace mmd
