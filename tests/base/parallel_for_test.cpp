#include "base/parallel_for.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_threads.h"

namespace mmd {
namespace {

TEST(ParallelFor, CallsEachIndexOnceOnAnyNumberOfThreads) {
  for (const std::size_t threads : {0u, 1u, 2u, 5u, 200u}) {
    for (const std::size_t count : {0u, 1u, 2u, 100u}) {
      std::vector<std::atomic<int>> done(count);
      parallel_for(
          count, [&](std::size_t i) { ++done[i]; }, threads);
      for (const auto& times : done) EXPECT_EQ(times, 1) << count << " on " << threads;
    }
  }
}

TEST(ParallelFor, UsesThreadsConcurrently) {
  // Each call waits for the other, so sequential calls would never end.
  std::atomic<int> begun{0};
  std::vector<std::thread::id> workers(2);
  parallel_for(
      2,
      [&](std::size_t i) {
        ++begun;
        while (begun < 2) std::this_thread::yield();
        workers[i] = std::this_thread::get_id();
      },
      2);
  EXPECT_NE(workers[0], workers[1]);
}

TEST(ParallelFor, RunsOnTheCallerWithoutThreads) {
  const test::NoThreads none;
  EXPECT_FALSE(can_start_thread());
  std::vector<std::thread::id> workers(50);
  parallel_for(
      workers.size(), [&](std::size_t i) { workers[i] = std::this_thread::get_id(); }, 4);
  EXPECT_EQ(workers, std::vector(50, std::this_thread::get_id()));
}

TEST(ParallelFor, RethrowsExceptions) {
  for (const std::size_t threads : {1u, 3u})
    EXPECT_THROW(parallel_for(
                     50, [](std::size_t) { throw std::bad_alloc(); }, threads),
                 std::bad_alloc);
}

TEST(RunBeside, RunsOnAnotherThread) {
  EXPECT_TRUE(can_start_thread());
  std::thread::id worker;
  run_beside([&] { worker = std::this_thread::get_id(); }).get();
  EXPECT_NE(worker, std::thread::id());
  EXPECT_NE(worker, std::this_thread::get_id());
}

TEST(RunBeside, RunsImmediatelyWithoutThreads) {
  const test::NoThreads none;
  std::thread::id worker;
  run_beside([&] { worker = std::this_thread::get_id(); });
  EXPECT_EQ(worker, std::this_thread::get_id());
}

TEST(RunBeside, RethrowsExceptionsOnGet) {
  EXPECT_THROW(run_beside([] { throw std::bad_alloc(); }).get(), std::bad_alloc);
  const test::NoThreads none;
  EXPECT_THROW(run_beside([] { throw std::bad_alloc(); }).get(), std::bad_alloc);
}

TEST(RunBeside, WaitsOnDestructionOfTheFuture) {
  int done = 0;
  {
    const auto work = run_beside([&] { ++done; });
  }
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace mmd
