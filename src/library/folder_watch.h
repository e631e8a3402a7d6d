#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mmd {

/// Watches folders for changes, if the system supports it.
class FolderWatch {
 public:
  /// A thread calls `changed` shortly after the last of several changes.
  explicit FolderWatch(std::function<void()> changed);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// Replaces the watched folders. Subfolders are not watched.
  void watch(const std::vector<std::string>& folders);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether whole events of inotify(7) contain a change. IN_IGNORED, the end of a watch, is not a change.
bool tells_of_change(std::span<const char> events);

}  // namespace mmd
