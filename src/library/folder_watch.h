#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mmd {

/// Watches folders for changes, if the system supports it; one source file per system.
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

}  // namespace mmd
