#include "commands/batch/bounded_queue.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(BoundedQueue, HandsOutInOrderAndEndsWhenItIsClosed) {
  BoundedQueue<int> queue(4);
  EXPECT_FALSE(queue.try_pop());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(i));
  queue.close();
  EXPECT_FALSE(queue.push(3)) << "nothing comes after the end";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.pop(), i);
  EXPECT_FALSE(queue.pop());
}

TEST(BoundedQueue, NeverHoldsMoreThanItMay) {
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

TEST(BoundedQueue, ClosingWakesThoseWhoWaitForRoom) {
  BoundedQueue<int> queue(1);
  queue.push(0);
  std::thread maker([&] { EXPECT_FALSE(queue.push(1)); });
  queue.close();
  maker.join();
  EXPECT_EQ(queue.pop(), 0);
  EXPECT_FALSE(queue.pop());
}

}  // namespace
}  // namespace mmd
