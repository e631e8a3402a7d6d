#pragma once

#include <cstddef>
#include <functional>
#include <future>

namespace mmd {

/// The processor's threads, at least 1.
std::size_t processor_threads();

/// How many threads one picture is worth while nothing else is to be done: more gain less than they cost.
std::size_t threads_for_one_picture();

/// Calls `work(i)` once for each i below `count`, in any order, on up to `threads` threads; the caller's is
/// one of them, and does everything where no other can be started. Returns when all is done, and throws what
/// a call threw.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work,
                  std::size_t threads = processor_threads());

/// Starts `work` on another thread; where none can be started, does it before it returns. The future's
/// destructor waits for the end, and `get()` throws what the work threw.
std::future<void> run_beside(const std::function<void()>& work);

/// Whether the system starts another thread now.
bool can_start_thread();

}  // namespace mmd
