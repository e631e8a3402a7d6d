#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>

#include "assets/image.h"

namespace mmd {

/// Decoded pictures on their way to the thread that has the graphics driver.
class PictureQueue {
 public:
  void push(const std::shared_ptr<Image>& image) noexcept try {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(image);
    changed_.notify_one();
  } catch (const std::bad_alloc&) {
    // Drawing uploads what it does not find.
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
  }
  /// Waits for the next; null when no more will come.
  std::shared_ptr<Image> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return nullptr;
    auto image = std::move(waiting_.front());
    waiting_.pop_front();
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
  std::deque<std::shared_ptr<Image>> waiting_;
  bool closed_ = false;
};

}  // namespace mmd
