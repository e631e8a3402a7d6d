#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace mmd {

/// A number of things that threads take turns with: one makes a thing ready, another uses it and gives it
/// back.
template <class T>
class SlotPool {
 private:
  enum class State : std::uint8_t { free, taken, kept };
  struct Entry {
    T thing;
    State state = State::free;
    bool is_awaited = false;  ///< comes back to the one who keeps it
  };

 public:
  /// A thing that was taken. The pool outlives it.
  class Slot {
   public:
    T& operator*() const { return entry_->thing; }
    T* operator->() const { return &entry_->thing; }

   private:
    friend class SlotPool;
    explicit Slot(Entry* entry) : entry_(entry) {}
    Entry* entry_;
  };

  explicit SlotPool(std::size_t count) : entries_(count) {}

  /// Waits for a free one, one that is `preferred` before others.
  template <class Preferred>
  Slot take(Preferred preferred) {
    std::unique_lock lock(mutex_);
    const auto is_free = [](const Entry& e) { return e.state == State::free; };
    given_back_.wait(lock, [&] { return std::any_of(entries_.begin(), entries_.end(), is_free); });
    auto found = std::find_if(entries_.begin(), entries_.end(),
                              [&](const Entry& e) { return is_free(e) && preferred(e.thing); });
    if (found == entries_.end()) found = std::find_if(entries_.begin(), entries_.end(), is_free);
    found->state = State::taken;
    return Slot(&*found);
  }
  /// From now on nobody else takes it when it is given back.
  void keep(const Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.entry_->is_awaited = true;
  }
  /// Waits until one that is kept was given back.
  Slot take_again(const Slot& slot) {
    std::unique_lock lock(mutex_);
    given_back_.wait(lock, [&] { return slot.entry_->state == State::kept; });
    slot.entry_->state = State::taken;
    slot.entry_->is_awaited = false;
    return slot;
  }
  void give_back(const Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.entry_->state = slot.entry_->is_awaited ? State::kept : State::free;
    given_back_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::deque<Entry> entries_;
};

}  // namespace mmd
