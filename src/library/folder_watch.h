#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mmd {

/// Says when something in folders has changed. Where the system cannot tell, it never does.
class FolderWatch {
 public:
  /// `changed` is called from a thread of its own, once things have been quiet for a moment.
  explicit FolderWatch(std::function<void()> changed);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// These folders themselves, without those in them, in place of those before.
  void watch(const std::vector<std::string>& folders);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Of what inotify(7) wrote, whole events: whether any of them is a change. That a folder is watched no
/// longer, which taking a watch away tells too, is none.
bool tells_of_change(std::span<const char> events);

}  // namespace mmd
