#include "library/folder_watch.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

#include <gtest/gtest.h>
#include <sys/inotify.h>

#include "library/inotify_events.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

/// Counts changes, and waits for the next.
class Counter {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  void await(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

TEST(FolderWatch, SaysWhenFilesComeAndGo) {
  const test::TemporaryFolder folder;
  Counter changes;
  FolderWatch watch([&] { changes.add(); });
  watch.watch({to_utf8(folder.path())});
  folder.put("ポーズ.vpd", "");
  changes.await(1);
  std::filesystem::remove(folder.path() / path_from_utf8("ポーズ.vpd"));
  changes.await(2);
  std::filesystem::remove(folder.path());
  changes.await(3);
}

TEST(FolderWatch, WatchesOtherFoldersWhenAsked) {
  const test::TemporaryFolder one, other;
  Counter changes;
  FolderWatch watch([&] { changes.add(); });
  watch.watch({to_utf8(one.path())});
  watch.watch({to_utf8(other.path()), to_utf8(one.path() / "missing")});
  other.put("a.vpd", "");
  changes.await(1);
}

TEST(FolderWatch, ThatAFolderIsWatchedNoLongerIsNoChange) {
  std::string events;
  for (const std::uint32_t mask : {IN_IGNORED, IN_CREATE}) {
    inotify_event event{};
    event.mask = mask;
    events.append(reinterpret_cast<const char*>(&event), sizeof event);
  }
  EXPECT_FALSE(tells_of_change({}));
  EXPECT_FALSE(tells_of_change({events.data(), sizeof(inotify_event)}));
  EXPECT_TRUE(tells_of_change(events));
}

TEST(FolderWatch, EndsWhileThingsChange) {
  const test::TemporaryFolder folder;
  FolderWatch watch([] {});
  watch.watch({to_utf8(folder.path())});
  for (int i = 0; i < 100; ++i) folder.put(std::to_string(i), "");
}

}  // namespace
}  // namespace mmd
