#include "base/memory_reserve.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace mmd {
namespace {

constexpr std::size_t reserve_bytes = std::size_t{1} << 20;
std::atomic<void*> reserve{nullptr};

void give_reserve() {
  void* const kept = reserve.exchange(nullptr);
  if (kept == nullptr) throw std::bad_alloc();
  std::free(kept);
}

}  // namespace

void keep_memory_reserve() {
  std::free(reserve.exchange(std::malloc(reserve_bytes)));
  std::set_new_handler(give_reserve);
}

}  // namespace mmd
