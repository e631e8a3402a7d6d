#include "base/large_blocks.h"

#include <cstdint>
#include <cstring>
#include <new>

#include <gtest/gtest.h>

#include "base/spare_blocks.h"

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

TEST(LargeBlocks, FreedOnesAreKeptForThoseOfAboutTheirSize) {
  constexpr std::size_t page = large_block_size;
  keep_spare_blocks(40 * page);
  void* const first = allocate_large_block(8 * page);
  std::memset(first, 1, 8 * page);
  free_large_block(first);
  void* const small = allocate_large_block(2 * page);
  EXPECT_NE(small, first) << "most of it would lie idle";
  void* const next = allocate_large_block(7 * page + 1);
  EXPECT_EQ(next, first);
  free_large_block(next);
  free_large_block(small);
  give_back_spare_blocks();
  void* const after = allocate_large_block(8 * page);
  EXPECT_EQ(*static_cast<unsigned char*>(after), 0) << "new pages";
  free_large_block(after);
}

TEST(LargeBlocks, OfFreedOnesNoMoreAreKeptThanWanted) {
  constexpr std::size_t page = large_block_size;
  keep_spare_blocks(3 * page);
  void* const a = allocate_large_block(2 * page);
  void* const b = allocate_large_block(2 * page);
  std::memset(a, 1, 2 * page);
  std::memset(b, 1, 2 * page);
  free_large_block(a);
  free_large_block(b);  // with it there would be four
  EXPECT_EQ(allocate_large_block(2 * page), b);
  void* const c = allocate_large_block(2 * page);
  EXPECT_EQ(*static_cast<unsigned char*>(c), 0);
  free_large_block(c);
  free_large_block(b);
  give_back_spare_blocks();
}

}  // namespace
}  // namespace mmd
