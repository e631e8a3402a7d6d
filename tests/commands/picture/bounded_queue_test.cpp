#include "commands/picture/bounded_queue.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(BoundedQueue, KeepsTheOrderAndEndsWhenClosed) {
  BoundedQueue<int> queue(4);
  EXPECT_FALSE(queue.try_pop());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(i));
  queue.close();
  EXPECT_FALSE(queue.push(3)) << "nothing comes after the end";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.pop(), i);
  EXPECT_FALSE(queue.pop());
}

TEST(BoundedQueue, NeverExceedsItsCapacity) {
  BoundedQueue<int> queue(2);
  std::atomic<int> pushed{0}, popped{0};
  std::atomic<bool> too_many{false};
  std::thread maker([&] {
    for (int i = 0; i < 1000; ++i) {
      queue.push(i);
      // The one in the hand of the other thread, and the one that it counts next.
      if (++pushed - popped > 2 + 1) too_many = true;
    }
    queue.close();
  });
  int expected = 0;
  while (const auto got = queue.pop()) {
    EXPECT_EQ(*got, expected++);
    ++popped;
  }
  maker.join();
  EXPECT_EQ(expected, 1000);
  EXPECT_FALSE(too_many);
}

TEST(BoundedQueue, ClosingWakesWaitingProducers) {
  BoundedQueue<int> queue(1);
  queue.push(0);
  std::thread maker([&] { EXPECT_FALSE(queue.push(1)); });
  queue.close();
  maker.join();
  EXPECT_EQ(queue.pop(), 0);
  EXPECT_FALSE(queue.pop());
}

TEST(BoundedQueue, LimitsWaitingBytesButAlwaysAcceptsOneItem) {
  constexpr int count = 20, fitting = 2;
  BoundedQueue<int> queue(SIZE_MAX, fitting * 10);
  std::atomic<int> pushed{0};
  std::thread brings([&] {
    for (int i = 0; i < count; ++i) {
      queue.push(i, 10);
      ++pushed;
    }
    queue.push(count, 1000);
    queue.close();
  });
  for (int taken = 0; taken < count; ++taken) {
    for (int i = 0; i < 50; ++i) std::this_thread::yield();  // time to push more, wrongly
    EXPECT_LE(pushed.load(), taken + fitting);
    EXPECT_EQ(queue.pop(), taken);
  }
  EXPECT_EQ(queue.pop(), count);
  EXPECT_FALSE(queue.pop());
  brings.join();
}

TEST(BoundedQueue, WithoutBoundsPushNeverWaits) {
  BoundedQueue<int> queue(1, 1);
  queue.lift_bounds();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.push(i, 10));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(queue.pop(), i);
}

TEST(BoundedQueue, RemovedItemsAreSkippedAndMakeRoom) {
  BoundedQueue<int> queue(2, 20);
  queue.push(1, 10);
  queue.push(2, 10);
  EXPECT_TRUE(queue.remove([](int thing) { return thing == 1; }));
  EXPECT_FALSE(queue.remove([](int thing) { return thing == 1; }));
  EXPECT_TRUE(queue.push(3, 10));
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), 3);
}

}  // namespace
}  // namespace mmd
