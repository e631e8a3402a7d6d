#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/result.h"

namespace mmd {

/// What a person has marked, in a file of one name a line. Each change is made on what the file holds then,
/// so that two windows add to each other's.
class MarkedLines {
 public:
  /// Kept nowhere.
  MarkedLines() = default;
  explicit MarkedLines(std::filesystem::path file);

  bool has(const std::string& line) const { return lines_.count(line) > 0; }
  /// `line` has no line break. Error: the file could not be read or written, or there are too many; from then
  /// on the marks are this window's alone.
  Result<void> set(const std::string& line, bool marked);
  /// Reads what others may have changed; what cannot be read is as it was.
  void read() { static_cast<void>(try_read()); }

 private:
  Result<void> try_read();

  std::filesystem::path file_;
  std::set<std::string> lines_;
};

}  // namespace mmd
