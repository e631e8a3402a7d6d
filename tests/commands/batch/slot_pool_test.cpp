#include "commands/batch/slot_pool.h"

#include <thread>

#include <gtest/gtest.h>

namespace mmd {
namespace {

const auto any = [](int) { return false; };

TEST(SlotPool, PrefersTheRequestedSlot) {
  SlotPool<int> pool(3);
  auto a = pool.take(any), b = pool.take(any), c = pool.take(any);
  *a = 1, *b = 2, *c = 3;
  for (const auto& slot : {a, b, c}) pool.give_back(slot);
  EXPECT_EQ(*pool.take([](int v) { return v == 2; }), 2);
  EXPECT_NE(*pool.take([](int v) { return v == 2; }), 2) << "another, where that is taken";
}

TEST(SlotPool, WaitsForAReturnedSlot) {
  SlotPool<int> pool(1);
  auto only = pool.take(any);
  *only = 7;
  std::thread other([&] { pool.give_back(only); });
  EXPECT_EQ(*pool.take(any), 7);
  other.join();
}

TEST(SlotPool, ReturnsAKeptSlotToItsKeeperOnly) {
  SlotPool<int> pool(2);
  auto kept = pool.take(any);
  *kept = 1;
  pool.keep(kept);
  std::thread other([&] { pool.give_back(kept); });
  auto second = pool.take(any);
  EXPECT_EQ(*second, 0) << "nobody else gets it";
  kept = pool.take_again(kept);
  EXPECT_EQ(*kept, 1);
  other.join();
  pool.give_back(kept);
  EXPECT_EQ(*pool.take(any), 1) << "it is anybody's again";
}

}  // namespace
}  // namespace mmd
