#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace mmd {

/// An allocator that leaves new elements of trivial types uninitialised: a buffer that is filled right away
/// is written once, not twice.
template <class T>
class DefaultInitAllocator : public std::allocator<T> {
 public:
  template <class U>
  struct rebind {
    using other = DefaultInitAllocator<U>;
  };
  using std::allocator<T>::allocator;

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

/// A vector whose `resize` does not zero new elements: write them before reading them.
template <class T>
using RawVector = std::vector<T, DefaultInitAllocator<T>>;

}  // namespace mmd

// Resizing and destroying loop over elements for which nothing is to be done. Folders compiled with little
// optimisation would keep the loops.
extern template class std::vector<std::uint8_t, mmd::DefaultInitAllocator<std::uint8_t>>;
extern template class std::vector<std::uint32_t, mmd::DefaultInitAllocator<std::uint32_t>>;
