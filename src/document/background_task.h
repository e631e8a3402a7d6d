#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel_for.h"

namespace mmd {

/// Runs one piece of work at a time on its own thread, or inside start() if no thread can be created. Only
/// the owning thread may call its functions.
template <class T>
class BackgroundTask {
 public:
  /// Becomes false once the owner has called give_up().
  using Wanted = std::atomic<bool>;
  /// Must not throw.
  using Work = std::function<T(const Wanted& wanted)>;

  /// The worker thread calls `wake` when the work is done.
  explicit BackgroundTask(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Gives up the running work and waits for its end.
  ~BackgroundTask() { give_up(); }
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  /// Starts the work. Requires !busy().
  void start(Work work) {
    wanted_ = busy_ = true;
    thread_ = run_beside([this, work = std::move(work)] {
      T out = work(wanted_);
      {
        const std::lock_guard lock(mutex_);
        outcome_ = std::move(out);
      }
      wake_();
    });
  }
  bool busy() const { return busy_; }
  void give_up() { wanted_ = false; }

  /// Returns the outcome once the work is done, and then accepts new work. nullopt: not done, or given up.
  std::optional<T> take() {
    std::optional<T> out;
    {
      const std::lock_guard lock(mutex_);
      if (!outcome_) return std::nullopt;
      out = std::exchange(outcome_, std::nullopt);
    }
    thread_.get();
    busy_ = false;
    if (!wanted_) out.reset();
    return out;
  }

 private:
  std::function<void()> wake_;
  Wanted wanted_ = false;
  bool busy_ = false;
  std::mutex mutex_;  ///< guards outcome_
  std::optional<T> outcome_;
  std::future<void> thread_;
};

}  // namespace mmd
