#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace mmd::test {

/// Waits for results of a background task.
class BackgroundNews {
 public:
  /// The callback for the task.
  std::function<void()> teller() {
    return [this] {
      const std::lock_guard lock(mutex_);
      ++told_;
      changed_.notify_all();
    };
  }
  /// Takes results until the task is idle.
  template <class Task>
  void wait_for(Task& task) {
    while (task.busy()) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return told_ > 0; });
      --told_;
      lock.unlock();
      task.take();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int told_ = 0;
};

}  // namespace mmd::test
