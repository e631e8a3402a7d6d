#include "document/background_task.h"

#include <condition_variable>
#include <memory>

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// Lets a test wait for news.
class News {
 public:
  void tell() {
    {
      const std::lock_guard lock(mutex_);
      ++told_;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return told_ > 0; });
    --told_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int told_ = 0;
};

TEST(BackgroundTask, GivesTheOutcomeOnceAndIsFreeAgain) {
  News news;
  BackgroundTask<int> task([&] { news.tell(); });
  EXPECT_FALSE(task.busy());
  EXPECT_EQ(task.take(), std::nullopt);
  for (const int n : {1, 2}) {
    task.start([n](const auto&) { return n; });
    EXPECT_TRUE(task.busy());
    news.wait();
    EXPECT_EQ(task.take(), n);
    EXPECT_FALSE(task.busy());
    EXPECT_EQ(task.take(), std::nullopt);
  }
}

TEST(BackgroundTask, WhatWasGivenUpIsTakenAsNothing) {
  News news;
  BackgroundTask<int> task([&] { news.tell(); });
  task.start([](const auto& wanted) {
    while (wanted) std::this_thread::yield();
    return 1;
  });
  task.give_up();
  news.wait();
  EXPECT_EQ(task.take(), std::nullopt);
  EXPECT_FALSE(task.busy());
}

TEST(BackgroundTask, EndsWhatRunsWhenItIsDestroyed) {
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
