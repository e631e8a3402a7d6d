#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace mmd {

/// A queue between threads; push() waits while the queue is full.
template <class T>
class BoundedQueue {
 public:
  /// Limits for the number and total bytes of waiting items. A single item of any size is accepted.
  explicit BoundedQueue(std::size_t max_count, std::size_t max_bytes = SIZE_MAX)
      : max_count_(max_count), max_bytes_(max_bytes) {}

  /// Waits for room. Returns false and drops the item if the queue is closed.
  bool push(T thing, std::size_t bytes = 0) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return closed_ || waiting_.empty() || (waiting_.size() < max_count_ && bytes_ + bytes <= max_bytes_);
    });
    if (closed_) return false;
    waiting_.emplace_back(std::move(thing), bytes);
    bytes_ += bytes;
    changed_.notify_all();
    return true;
  }
  /// Waits for the next item; nullopt if the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    return take();
  }
  /// The next item, if there is one.
  std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take();
  }
  /// Removes the first waiting item that matches. Returns false if none does.
  template <class IsMeant>
  bool remove(IsMeant is_meant) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const auto& entry) { return is_meant(entry.first); });
    if (found == waiting_.end()) return false;
    bytes_ -= found->second;
    waiting_.erase(found);
    changed_.notify_all();
    return true;
  }
  /// Lifts the limits, for a single thread that first pushes and then pops.
  void lift_bounds() {
    const std::lock_guard lock(mutex_);
    max_count_ = max_bytes_ = SIZE_MAX;
    changed_.notify_all();
  }
  /// Ends the input; waiting items can still be popped.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  /// Closes the queue at the end of a scope.
  class Closing {
   public:
    explicit Closing(BoundedQueue& queue) : queue_(queue) {}
    ~Closing() { queue_.close(); }
    Closing(const Closing&) = delete;
    Closing& operator=(const Closing&) = delete;

   private:
    BoundedQueue& queue_;
  };

 private:
  std::optional<T> take() {
    if (waiting_.empty()) return std::nullopt;
    std::optional<T> out(std::move(waiting_.front().first));
    bytes_ -= waiting_.front().second;
    waiting_.pop_front();
    changed_.notify_all();
    return out;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<T, std::size_t>> waiting_;  ///< items with their bytes
  std::size_t max_count_, max_bytes_, bytes_ = 0;
  bool closed_ = false;
};

}  // namespace mmd
