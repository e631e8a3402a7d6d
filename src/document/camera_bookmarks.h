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
/// other's. Lines that are none stay, behind the others.
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
  /// In the place of one of that name, or last. `name`: one line, not empty. Error: there are too many, or
  /// the file could not be read or written; from then on the list is this window's alone.
  Result<void> keep(const std::string& name, const MmdCamera& camera);
  Result<void> forget(const std::string& name);
  /// Reads what others may have changed; what cannot be read is as it was.
  void read() { static_cast<void>(try_read()); }

  static constexpr std::size_t most = 200;

 private:
  Result<void> try_read();
  /// `was_read`: whether what stands in the file is known, and may be replaced.
  Result<void> write(Result<void> was_read);

  std::filesystem::path file_;
  std::vector<Bookmark> list_;
  std::vector<std::string> other_lines_;
};

/// A bookmark as a line and back; null: the line is none.
std::string line_of(const CameraBookmarks::Bookmark& bookmark);
std::optional<CameraBookmarks::Bookmark> bookmark_in(const std::string& line);

/// `$XDG_DATA_HOME/mmdview/cameras`, or where that is by default; empty: there is no home.
std::filesystem::path default_camera_bookmarks_file();

}  // namespace mmd
