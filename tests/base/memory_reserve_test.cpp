#include "base/memory_reserve.h"

#include <memory>
#include <new>

#include <gtest/gtest.h>

#include "tests/support/allocation_count.h"

namespace mmd {
namespace {

class MemoryReserve : public testing::Test {
 protected:
  ~MemoryReserve() override {
    test::fail_allocation(0);
    std::set_new_handler(nullptr);
  }
  static bool allocates() try {
    const auto block = std::make_unique<char[]>(100);
    return block != nullptr;
  } catch (const std::bad_alloc&) {
    return false;
  }
};

TEST_F(MemoryReserve, TheFirstFailureGetsItAndTheSecondIsThrown) {
  keep_memory_reserve();
  test::fail_allocation(1);
  EXPECT_TRUE(allocates());
  test::fail_allocation(1);
  EXPECT_FALSE(allocates());
  EXPECT_TRUE(allocates());
  keep_memory_reserve();
  test::fail_allocation(1);
  EXPECT_TRUE(allocates()) << "it can be kept again";
}

TEST_F(MemoryReserve, WhatIsTooLargeIsThrownAtOnce) {
  keep_memory_reserve();
  EXPECT_THROW(std::make_unique<char[]>(std::size_t{1} << 60), std::bad_alloc);
  EXPECT_TRUE(allocates());
}

}  // namespace
}  // namespace mmd
