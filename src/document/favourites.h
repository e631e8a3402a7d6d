#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/result.h"

namespace mmd {

/// What a person has marked, by the files' absolute paths, in a file of one path a line. Each change is made
/// on what the file holds then, so that two windows add to each other's.
class Favourites {
 public:
  /// Kept nowhere.
  Favourites() = default;
  explicit Favourites(std::filesystem::path file);

  bool has(const std::string& file) const { return files_.count(absolute(file)) > 0; }
  /// Error: it could not be written; from then on favourites are this window's alone.
  Result<void> set(const std::string& file, bool favourite);
  /// Reads what others may have changed.
  void read();

 private:
  static std::string absolute(const std::string& file);

  std::filesystem::path file_;
  std::set<std::string> files_;
};

/// `$XDG_DATA_HOME/mmdview/favourites`, or where that is by default; empty: there is no home.
std::filesystem::path default_favourites_file();

}  // namespace mmd
