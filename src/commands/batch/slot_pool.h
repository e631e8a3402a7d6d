#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace mmd {

/// A fixed number of slots that threads pass on: one thread fills a slot, another uses and returns it.
template <class T>
class SlotPool {
 private:
  enum class State : std::uint8_t { free, taken, kept };
  struct Entry {
    T thing;
    State state = State::free;
    bool is_awaited = false;  ///< a thread waits to get it back
  };

 public:
  /// A taken slot. The pool must outlive it.
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

  /// Waits for a free slot; takes a `preferred` one first.
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
  /// Reserves the slot for its owner after it is returned.
  void keep(const Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.entry_->is_awaited = true;
  }
  /// Waits until a reserved slot is returned.
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
