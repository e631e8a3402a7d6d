#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace mmd {

/// Hands things from threads to threads, and keeps those waiting who make more of them than are taken.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t most) : most_(most) {}

  /// Waits for room. False, and the thing is lost, if the queue was closed.
  bool push(T thing) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [this] { return closed_ || things_.size() < most_; });
    if (closed_) return false;
    things_.push_back(std::move(thing));
    has_some_.notify_one();
    return true;
  }
  /// Waits for the next; nullopt once the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    has_some_.wait(lock, [this] { return closed_ || !things_.empty(); });
    return take();
  }
  /// The next if it is there.
  std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take();
  }
  /// Nothing more comes; what waits is still handed out.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    has_room_.notify_all();
    has_some_.notify_all();
  }

 private:
  std::optional<T> take() {
    if (things_.empty()) return std::nullopt;
    std::optional<T> out(std::move(things_.front()));
    things_.pop_front();
    has_room_.notify_one();
    return out;
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable has_room_, has_some_;
  std::deque<T> things_;
  bool closed_ = false;
};

}  // namespace mmd
