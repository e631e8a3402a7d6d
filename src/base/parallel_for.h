#pragma once

#include <cstddef>
#include <functional>
#include <future>

namespace mmd {

/// The number of processors that this process may use, at least 1.
std::size_t processor_threads();

/// The number of threads for work on a single picture: more threads cost more than they gain.
std::size_t threads_for_one_picture();

/// Calls `work(i)` once for each i < `count`, in any order, on up to `threads` threads including the caller's
/// (which does everything if no other can start). Waits for all calls and rethrows an exception of theirs.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work,
                  std::size_t threads = processor_threads());

/// Starts `work` on another thread, or does it at once if none can start. The future's destructor waits for
/// the end; `get()` rethrows an exception of `work`.
std::future<void> run_beside(const std::function<void()>& work);

/// Whether the system can start another thread now.
bool can_start_thread();

}  // namespace mmd
