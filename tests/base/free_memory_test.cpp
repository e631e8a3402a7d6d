#include "base/free_memory.h"

#include <cstddef>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#if defined(__GLIBC__)

namespace mmd {
namespace {

/// Of this process, that are in memory.
std::size_t pages() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident;
}

TEST(FreeMemory, GoesBackAlsoFromBelowWhatIsInUse) {
  // Blocks of some pages come from the heap, which ends with the last one and so cannot shrink.
  constexpr std::size_t block = 64 << 10, count = 512, page = 4096;
  std::vector<std::unique_ptr<unsigned char[]>> blocks;
  for (std::size_t i = 0; i < count; ++i) {
    blocks.push_back(std::make_unique<unsigned char[]>(block));
    std::memset(blocks.back().get(), 0x5a, block);
  }
  for (std::size_t i = 0; i + 1 < count; ++i) blocks[i].reset();
  const std::size_t before = pages();
  give_back_free_memory();
  EXPECT_LT(pages() + count / 2 * (block / page), before);
  EXPECT_EQ(blocks.back()[block - 1], 0x5a) << "what is in use stays";
}

}  // namespace
}  // namespace mmd

#endif
