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

/// Hands things from threads to threads, and keeps those waiting who bring more of them than are taken.
template <class T>
class BoundedQueue {
 public:
  /// At most so many wait, of so many bytes together; one always may.
  explicit BoundedQueue(std::size_t max_count, std::size_t max_bytes = SIZE_MAX)
      : max_count_(max_count), max_bytes_(max_bytes) {}

  /// Waits for room. False, and the thing is lost, if the queue was closed.
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
  /// Waits for the next; nullopt once the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    return take();
  }
  /// The next if it is there.
  std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take();
  }
  /// Takes out the first that is meant. False: none of those that wait is.
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
  /// Nobody is kept waiting for room any longer: who brings things is the one who takes them afterwards.
  void lift_bounds() {
    const std::lock_guard lock(mutex_);
    max_count_ = max_bytes_ = SIZE_MAX;
    changed_.notify_all();
  }
  /// Nothing more comes; what waits is still handed out.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  /// Closes it when a scope ends, whichever way.
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
  std::deque<std::pair<T, std::size_t>> waiting_;  ///< with their bytes
  std::size_t max_count_, max_bytes_, bytes_ = 0;
  bool closed_ = false;
};

}  // namespace mmd
