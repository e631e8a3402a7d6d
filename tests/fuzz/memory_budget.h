#pragma once

// The memory that one input of a fuzz target may take. Counted by the address sanitizer; other builds count
// nothing.

#include <cstddef>

#if __has_include(<sanitizer/allocator_interface.h>)
#if defined(__SANITIZE_ADDRESS__)
#define MMDVIEW_COUNTS_MEMORY
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MMDVIEW_COUNTS_MEMORY
#endif
#endif
#endif

#ifdef MMDVIEW_COUNTS_MEMORY
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <sanitizer/allocator_interface.h>

namespace mmd::test {

/// Aborts at its end if the bytes held at one time exceeded four times those of the input and 64 MiB.
class MemoryBudget {
 public:
  /// `size`: of the input. `more`: bytes that the input may claim beyond that, as for pixels.
  explicit MemoryBudget(std::size_t size, std::size_t more = 0)
      : limit_(4 * size + (std::size_t{64} << 20) + more) {
    static const int is_counting = __sanitizer_install_malloc_and_free_hooks(add, remove);
    static_cast<void>(is_counting);
    held = most = 0;
  }
  ~MemoryBudget() {
    if (most <= static_cast<std::ptrdiff_t>(limit_)) return;
    std::fprintf(stderr, "ERROR: %td bytes of memory; the budget of this input is %zu\n", most.load(),
                 limit_);
    std::abort();
  }
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

 private:
  static void add(const volatile void*, std::size_t bytes) {
    const std::ptrdiff_t now = held += static_cast<std::ptrdiff_t>(bytes);
    if (now > most) most = now;
  }
  static void remove(const volatile void* block) {
    if (block != nullptr)
      held -= static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(const_cast<const void*>(block)));
  }

  inline static std::atomic<std::ptrdiff_t> held{0}, most{0};
  std::size_t limit_;
};

}  // namespace mmd::test

#else

namespace mmd::test {

struct MemoryBudget {
  explicit MemoryBudget(std::size_t, std::size_t = 0) {}
  ~MemoryBudget() {}  // not trivial: an object of it counts as used
};

}  // namespace mmd::test

#endif
