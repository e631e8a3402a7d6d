#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "document/loaded_figure.h"

namespace mmd {

/// The file on disk for a name: the archive for a file in an archive, the state for a pose in a state.
std::string file_on_disk(const std::string& name);

/// The files on disk behind a document, sorted: model, textures, poses, motions, attached models, or
/// archives.
std::vector<std::string> files_of(const LoadedFigure& document);

/// Detects changes of files by modification time and size.
class WatchedFiles {
 public:
  /// Replaces the watched files. Files that were already watched keep their recorded state, so a change that
  /// happened while they were read is still detected.
  void follow(const std::vector<std::string>& files);
  /// Ignores a change that this program made.
  void excuse(const std::string& file);
  /// The folders of the files, sorted and without duplicates.
  std::vector<std::string> folders() const;
  /// Checks all files; true if one was written or appeared since the last check. A missing file counts only
  /// when it is back, because programs remove a file before they write it again.
  bool changed();

 private:
  struct State {
    std::filesystem::file_time_type time{};
    std::uintmax_t size = 0;
    bool operator==(const State& other) const { return time == other.time && size == other.size; }
  };
  static State state_of(const std::string& file);

  std::map<std::string, State> files_;
};

}  // namespace mmd
