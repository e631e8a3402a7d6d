#include "base/large_blocks.h"

#include <new>

namespace mmd {

void* allocate_large_block(std::size_t bytes) {
  void* const block = ::operator new (bytes, std::align_val_t{large_block_size});
  advise_huge_pages(block, bytes);
  return block;
}

void free_large_block(void* block) noexcept {
  ::operator delete (block, std::align_val_t{large_block_size});
}

}  // namespace mmd
