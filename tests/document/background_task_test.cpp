#include "document/background_task.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/support/call_count.h"

namespace mmd {
namespace {

TEST(BackgroundTask, DeliversEachOutcomeOnceAndCanStartAgain) {
  test::CallCount calls;
  BackgroundTask<int> task([&] { calls.add(); });
  EXPECT_FALSE(task.busy());
  EXPECT_EQ(task.take(), std::nullopt);
  for (const int n : {1, 2}) {
    task.start([n](const auto&) { return n; });
    EXPECT_TRUE(task.busy());
    calls.await(n);
    EXPECT_EQ(task.take(), n);
    EXPECT_FALSE(task.busy());
    EXPECT_EQ(task.take(), std::nullopt);
  }
}

TEST(BackgroundTask, DeliversNothingAfterGivingUp) {
  test::CallCount calls;
  BackgroundTask<int> task([&] { calls.add(); });
  task.start([](const auto& wanted) {
    while (wanted) std::this_thread::yield();
    return 1;
  });
  task.give_up();
  calls.await(1);
  EXPECT_EQ(task.take(), std::nullopt);
  EXPECT_FALSE(task.busy());
}

TEST(BackgroundTask, StopsTheRunningTaskOnDestruction) {
  auto value = std::make_shared<int>(0);
  {
    BackgroundTask<int> task([] {});
    task.start([value](const auto& wanted) {
      while (wanted) std::this_thread::yield();
      return ++*value;
    });
  }
  EXPECT_EQ(*value, 1);
}

}  // namespace
}  // namespace mmd
