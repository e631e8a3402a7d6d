#include "tests/support/allocation_count.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <new>

#include "tests/support/aligned_memory.h"

namespace {
std::atomic<std::size_t> allocations{0};
std::atomic<int> error_number{0};
std::atomic<std::size_t> until_failure{0};  // 0: none will fail

bool is_to_fail() {
  return until_failure.load() > 0 && --until_failure == 0;
}

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* p = nullptr;
  while (p == nullptr) {
    if (!is_to_fail()) p = mmd::test::aligned_memory(size, alignment);
    if (p != nullptr) break;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
  if (error_number != 0) errno = error_number;
  return p;
}
}  // namespace

// Not inlined: the compiler would warn of malloc paired with delete, or new with free.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  mmd::test::give_back(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  mmd::test::give_back(p);
}
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept {
  mmd::test::give_back(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  mmd::test::give_back(p);
}

namespace mmd::test {

std::size_t allocation_count() {
  return allocations;
}

void fail_allocation(std::size_t n) {
  until_failure = n;
}

bool waits_to_fail() {
  return until_failure > 0;
}

void let_allocations_set_errno(int value) {
  error_number = value;
}

}  // namespace mmd::test
