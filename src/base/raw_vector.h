#pragma once

#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/large_blocks.h"

namespace mmd {

/// An allocator that leaves new elements of trivial types unset, so that a buffer which is filled right away
/// is written once, not twice; large ones are made of huge pages where the system has them.
template <class T>
class DefaultInitAllocator : public std::allocator<T> {
 public:
  template <class U>
  struct rebind {
    using other = DefaultInitAllocator<U>;
  };
  using std::allocator<T>::allocator;

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < large_block_size) return std::allocator<T>::allocate(count);
    return static_cast<T*>(allocate_large_block(bytes));
  }
  void deallocate(T* p, std::size_t count) noexcept {
    if (count * sizeof(T) < large_block_size) return std::allocator<T>::deallocate(p, count);
    free_large_block(p);
  }

  template <class U>
  void construct(U* p) {
    if constexpr (std::is_trivially_destructible_v<U> && std::is_trivially_copyable_v<U>) {
      static_cast<void>(p);
    } else {
      ::new (static_cast<void*>(p)) U();
    }
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
};

/// A vector whose `resize` does not clear. Only for elements that are written before they are read.
template <class T>
using RawVector = std::vector<T, DefaultInitAllocator<T>>;

}  // namespace mmd
