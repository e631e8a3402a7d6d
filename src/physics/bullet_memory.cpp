#include "physics/bullet_memory.h"

#include <cstddef>

#include <LinearMath/btAlignedAllocator.h>

namespace mmd {

void let_bullet_throw() {
  static const bool done = [] {
    btAlignedAllocSetCustom([](std::size_t size) { return ::operator new(size); },
                            [](void* block) { ::operator delete(block); });
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace mmd
