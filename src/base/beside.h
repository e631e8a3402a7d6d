#pragma once

#include <functional>
#include <thread>
#include <utility>

namespace mmd {

/// Work, which must not throw, on a thread of its own; where none can be started (a limit of processes, no
/// memory for it) it is done here and now, before the constructor returns.
class Beside {
 public:
  Beside() = default;
  explicit Beside(const std::function<void()>& work);
  ~Beside() { wait(); }
  Beside(Beside&&) = default;
  Beside& operator=(Beside&& other) noexcept {
    wait();
    thread_ = std::move(other.thread_);
    has_thread_ = other.has_thread_;
    return *this;
  }

  /// Whether there was a thread for it.
  bool has_thread() const { return has_thread_; }
  /// Until the work is done.
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
  bool has_thread_ = false;
};

}  // namespace mmd
