#include "base/share_out.h"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_threads.h"

namespace mmd {
namespace {

TEST(ShareOut, EverythingIsDoneOnceOnHoweverManyThreads) {
  for (const std::size_t threads : {0u, 1u, 2u, 5u, 200u}) {
    for (const std::size_t count : {0u, 1u, 2u, 100u}) {
      std::vector<std::atomic<int>> done(count);
      share_out(count, threads, [&](std::size_t i) { ++done[i]; });
      for (const auto& times : done) EXPECT_EQ(times, 1) << count << " on " << threads;
    }
  }
}

TEST(ShareOut, SeveralThreadsWorkAtOnce) {
  // Each waits for the other: alone neither would end.
  std::atomic<int> begun{0};
  std::mutex mutex;
  std::set<std::thread::id> workers;
  share_out(2, 2, [&](std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
    const std::lock_guard lock(mutex);
    workers.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(workers.size(), 2u);
}

TEST(ShareOut, TheCallerDoesEverythingWhereNoThreadCanBeStarted) {
  const test::NoThreads none;
  std::vector<int> done(50);
  share_out(done.size(), 4, [&](std::size_t i) { ++done[i]; });
  EXPECT_EQ(done, std::vector<int>(50, 1));
}

TEST(ShareOut, APictureIsWorthAFewThreadsAndAtLeastOne) {
  EXPECT_GE(threads_for_one_picture(), 1u);
  EXPECT_LE(threads_for_one_picture(), 4u);
}

}  // namespace
}  // namespace mmd
