#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace mmd {

/// The models that a person opened last, the newest first, by their absolute names (in an archive:
/// "models.zip/a.pmx"). In a file of one a line; each change is made on what the file holds then, so that two
/// windows add to each other's.
class RecentFiles {
 public:
  /// Kept nowhere.
  RecentFiles() = default;
  explicit RecentFiles(std::filesystem::path file) : file_(std::move(file)) { read(); }

  const std::vector<std::string>& list() const { return files_; }
  /// Puts it first. Error: the list could not be read or written; from then on it is this window's alone.
  Result<void> add(const std::string& file);
  /// Reads what others may have added; what cannot be read is as it was.
  void read() { static_cast<void>(try_read()); }

  static constexpr std::size_t most = 15;

 private:
  Result<void> try_read();

  std::filesystem::path file_;
  std::vector<std::string> files_;
};

/// `$XDG_STATE_HOME/mmdview/recent`, or where that is by default; empty: there is no home.
std::filesystem::path default_recent_files_file();

}  // namespace mmd
