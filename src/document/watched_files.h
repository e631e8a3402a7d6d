#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "document/document.h"

namespace mmd {

/// The file on disk that a name refers to: for a file in an archive or a pose in a state, the outer file.
std::string file_on_disk(const std::string& name);

/// The files on disk that a document came from: model, textures, poses, motions, what is attached; of an
/// archive the archive.
std::vector<std::string> files_of(const Document& document);

/// Tells whether files have been written since they were looked at last.
class WatchedFiles {
 public:
  /// These in place of those before, as they are now; those that are among both as they were: what was
  /// written while they were read counts.
  void follow(const std::vector<std::string>& files);
  /// That one was written by ourselves.
  void excuse(const std::string& file);
  /// The folders that they are in, each once.
  std::vector<std::string> folders() const;
  /// Looks at them again: whether one was written, came or went since. One that is gone does not count before
  /// it is back: programs remove a file to write it anew.
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
