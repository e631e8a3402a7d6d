#include <malloc.h>

#include "tests/support/aligned_memory.h"

namespace mmd::test {

void* aligned_memory(std::size_t size, std::size_t alignment) {
  return _aligned_malloc(size > 0 ? size : 1, alignment);
}

void give_back(void* memory) {
  _aligned_free(memory);
}

}  // namespace mmd::test
