#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

namespace mmd {

/// Work on a thread of its own; where none can be started (a limit of processes, no memory for it) it is done
/// here and now, before the constructor returns.
class Beside {
 public:
  Beside() = default;
  explicit Beside(const std::function<void()>& work);
  ~Beside() { join(); }
  Beside(Beside&&) = default;
  Beside& operator=(Beside&& other) noexcept {
    join();
    thread_ = std::move(other.thread_);
    failure_ = std::move(other.failure_);
    has_thread_ = other.has_thread_;
    return *this;
  }

  /// Whether there was a thread for it.
  bool has_thread() const { return has_thread_; }
  /// Until the work is done; throws what it threw (no memory, for one), which would end the program there.
  void wait();

 private:
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  std::thread thread_;
  std::unique_ptr<std::exception_ptr> failure_;
  bool has_thread_ = false;
};

}  // namespace mmd
