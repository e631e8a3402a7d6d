#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "scene/mmd_camera.h"

namespace mmd {

/// Cameras that a person keeps by name, in the order in which they were kept. In a file of one a line, the
/// name behind the numbers; each change is made on what the file holds then, so that two windows add to each
/// other's. Lines that are none are left alone.
class CameraBookmarks {
 public:
  struct Bookmark {
    std::string name;
    MmdCamera camera;
  };

  /// Kept nowhere.
  CameraBookmarks() = default;
  explicit CameraBookmarks(std::filesystem::path file) : file_(std::move(file)) { read(); }

  const std::vector<Bookmark>& list() const { return list_; }
  const Bookmark* find(const std::string& name) const;
  /// A name that nothing has: the first of "1", "2" and so on.
  std::string free_name() const;
  /// In the place of one of that name, or last. `name`: one line, not empty. Error: there are too many, or it
  /// could not be written; from then on the list is this window's alone.
  Result<void> keep(const std::string& name, const MmdCamera& camera);
  Result<void> forget(const std::string& name);
  /// Reads what others may have changed.
  void read();

  static constexpr std::size_t most = 200;

 private:
  Result<void> write();

  std::filesystem::path file_;
  std::vector<Bookmark> list_;
};

/// A bookmark as a line and back; null: the line is none.
std::string line_of(const CameraBookmarks::Bookmark& bookmark);
std::optional<CameraBookmarks::Bookmark> bookmark_in(const std::string& line);

/// `$XDG_DATA_HOME/mmdview/cameras`, or where that is by default; empty: there is no home.
std::filesystem::path default_camera_bookmarks_file();

}  // namespace mmd
