#include <cstdlib>

#include "tests/support/aligned_memory.h"

namespace mmd::test {

void* aligned_memory(std::size_t size, std::size_t alignment) {
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void give_back(void* memory) {
  std::free(memory);
}

}  // namespace mmd::test
