#include "library/folder_watch.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/call_count.h"
#include "tests/support/no_threads.h"
#include "tests/support/wine.h"

namespace mmd {
namespace {

TEST(FolderWatch, ReportsCreatedAndRemovedFiles) {
  const test::TemporaryFolder folder;
  test::CallCount changes;
  FolderWatch watch([&] { changes.add(); });
  watch.watch({to_utf8(folder.path())});
  folder.put("ポーズ.vpd", "");
  changes.await(1);
  std::filesystem::remove(folder.path() / path_from_utf8("ポーズ.vpd"));
  changes.await(2);
}

TEST(FolderWatch, SaysWhenTheFolderGoes) {
  if (test::runs_on_wine()) GTEST_SKIP() << "wine does not tell that a watched folder is removed";
  const test::TemporaryFolder folder;
  test::CallCount changes;
  FolderWatch watch([&] { changes.add(); });
  watch.watch({to_utf8(folder.path())});
  std::filesystem::remove(folder.path());
  changes.await(1);
}

TEST(FolderWatch, WatchesOtherFoldersWhenAsked) {
  const test::TemporaryFolder one, other;
  test::CallCount changes;
  FolderWatch watch([&] { changes.add(); });
  watch.watch({to_utf8(one.path())});
  watch.watch({to_utf8(other.path()), to_utf8(one.path() / "missing")});
  other.put("a.vpd", "");
  changes.await(1);
}

TEST(FolderWatch, WatchesNothingWithoutThreads) {
  const test::TemporaryFolder folder;
  const test::NoThreads none;
  FolderWatch watch([] { ADD_FAILURE(); });
  watch.watch({to_utf8(folder.path())});
  folder.put("a.vpd", "");
}

TEST(FolderWatch, StopsDuringChanges) {
  const test::TemporaryFolder folder;
  FolderWatch watch([] {});
  watch.watch({to_utf8(folder.path())});
  for (int i = 0; i < 100; ++i) folder.put(std::to_string(i), "");
}

}  // namespace
}  // namespace mmd
