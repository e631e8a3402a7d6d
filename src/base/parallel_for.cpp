#include "base/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

#include "base/processors.h"

namespace mmd {
namespace {

/// If no thread can be started, the future's `wait` does the work.
#ifdef __EMSCRIPTEN__  // libc++'s std::async would wait forever for the thread that it could not start
constexpr auto on_thread_if_any = std::launch::deferred;
#else
constexpr auto on_thread_if_any = std::launch::async | std::launch::deferred;
#endif

}  // namespace

std::size_t processor_threads() {
  static const std::size_t threads = usable_processors();  // reads files
  return threads;
}

std::size_t threads_for_one_picture() {
  return std::min<std::size_t>(processor_threads(), 4);
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work, std::size_t threads) {
  std::atomic<std::size_t> next{0};
  const auto do_some = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::future<void>> others;
  for (std::size_t t = 1; t < std::min(threads, count); ++t)
    others.push_back(std::async(on_thread_if_any, do_some));
  do_some();
  for (auto& other : others) other.get();
}

std::future<void> run_beside(const std::function<void()>& work) {
  std::future<void> out = std::async(on_thread_if_any, work);
  if (out.wait_for(std::chrono::seconds(0)) == std::future_status::deferred) out.wait();
  return out;
}

bool can_start_thread() {
  try {
    std::thread([] {}).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace mmd
