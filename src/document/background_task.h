#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel_for.h"

namespace mmd {

/// Does one piece of work at a time on a thread of its own, or within `start` where none can be had. All
/// functions are for the thread that owns it.
template <class T>
class BackgroundTask {
 public:
  /// Becomes false when nobody waits for the outcome any longer.
  using Wanted = std::atomic<bool>;
  /// Must not throw.
  using Work = std::function<T(const Wanted& wanted)>;

  /// `wake` is called from the thread when the work is done.
  explicit BackgroundTask(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Gives up what is running and waits for it.
  ~BackgroundTask() { give_up(); }
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  /// Only when not busy.
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

  /// The outcome, once, when the work is done and was not given up; then it is free again.
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
  std::mutex mutex_;  ///< guards what follows
  std::optional<T> outcome_;
  std::future<void> thread_;
};

}  // namespace mmd
