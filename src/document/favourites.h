#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/result.h"
#include "document/marked_lines.h"

namespace mmd {

/// The files that a person has marked, by their absolute paths.
class Favourites {
 public:
  /// Kept nowhere.
  Favourites() = default;
  explicit Favourites(std::filesystem::path file) : marks_(std::move(file)) {}

  bool has(const std::string& file) const { return marks_.has(absolute(file)); }
  /// MarkedLines::set
  Result<void> set(const std::string& file, bool favourite) { return marks_.set(absolute(file), favourite); }
  /// Reads what others may have changed.
  void read() { marks_.read(); }

 private:
  static std::string absolute(const std::string& file);

  MarkedLines marks_;
};

/// `$XDG_DATA_HOME/mmdview/favourites`, or where that is by default; empty: there is no home.
std::filesystem::path default_favourites_file();

}  // namespace mmd
