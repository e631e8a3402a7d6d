#include "base/large_blocks.h"

#include <cstdint>
#include <cstring>
#include <new>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(LargeBlocks, BeginAtAHugePageAndHoldWhatWasAskedFor) {
  for (const std::size_t bytes :
       {std::size_t{1}, large_block_size - 1, large_block_size, 3 * large_block_size + 5}) {
    void* const block = allocate_large_block(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % large_block_size, 0u);
    std::memset(block, 0x5a, bytes);
    EXPECT_EQ(static_cast<const unsigned char*>(block)[bytes - 1], 0x5a);
    free_large_block(block);
  }
}

TEST(LargeBlocks, MoreThanThereIsThrows) {
  EXPECT_THROW(static_cast<void>(allocate_large_block(PTRDIFF_MAX - large_block_size)), std::bad_alloc);
}

}  // namespace
}  // namespace mmd
