#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "assets/image.h"

namespace mmd {

/// Decoded pictures on their way to the thread that has the graphics driver.
class PictureQueue {
 public:
  /// `most`: bytes of pixels that wait, before those who bring more are kept waiting; one picture always may.
  /// Decoding is quicker than the driver starts, and what waits for it lies in memory that is needed next.
  explicit PictureQueue(std::size_t most = std::size_t{20} << 20) : most_(most) {}

  /// From now on there is another thread that takes them out. Before, `push` keeps nobody waiting.
  void taken_elsewhere() {
    const std::lock_guard lock(mutex_);
    is_bounded_ = true;
  }
  void push(const std::shared_ptr<Image>& image) noexcept try {
    std::unique_lock lock(mutex_);
    const std::size_t bytes = image->rgba.size();
    changed_.wait(lock,
                  [&] { return !is_bounded_ || closed_ || waiting_.empty() || bytes_ + bytes <= most_; });
    waiting_.emplace_back(image, bytes);
    bytes_ += bytes;
    changed_.notify_all();
  } catch (const std::bad_alloc&) {
    // Drawing uploads what it does not find.
  }
  /// No more will come, or none will be taken: nobody is kept waiting any longer.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Waits for the next; null when no more will come.
  std::shared_ptr<Image> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return nullptr;
    auto [image, bytes] = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= bytes;
    changed_.notify_all();
    return image;
  }

  /// Closes it when the thread that fills it is done, whichever way.
  class Closing {
   public:
    explicit Closing(PictureQueue& queue) : queue_(queue) {}
    ~Closing() { queue_.close(); }
    Closing(const Closing&) = delete;
    Closing& operator=(const Closing&) = delete;

   private:
    PictureQueue& queue_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::shared_ptr<Image>, std::size_t>> waiting_;
  const std::size_t most_;
  std::size_t bytes_ = 0;  ///< that wait
  bool is_bounded_ = false, closed_ = false;
};

}  // namespace mmd
