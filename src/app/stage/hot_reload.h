#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "document/watched_files.h"
#include "library/folder_watch.h"

namespace mmd {

/// Tells when files that are shown were written on disk: an editor of models or pictures is at work on them.
class HotReload {
 public:
  /// `wake` is called from a thread of its own when it is time for `take`.
  explicit HotReload(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// From now on those of these documents.
  void follow(const std::vector<std::shared_ptr<const Document>>& shown);
  /// We have written that one ourselves.
  void excuse(const std::string& file) { files_.excuse(file); }
  /// Whether one has been written since. Once.
  bool take() { return changed_.exchange(false) && files_.changed(); }

 private:
  std::function<void()> wake_;
  std::atomic<bool> changed_ = false;
  WatchedFiles files_;
  std::unique_ptr<FolderWatch> watch_;
};

}  // namespace mmd
