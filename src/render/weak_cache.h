#pragma once

#include <memory>
#include <unordered_map>

namespace mmd {

/// What was made on the GPU for a shared value, as long as the value lives.
template <class Key, class Value>
class WeakCache {
 public:
  Value& get(const std::shared_ptr<const Key>& key) {
    Entry& entry = entries_[key.get()];
    if (entry.value == nullptr || entry.owner.lock() != key) entry = {key, std::make_unique<Value>(*key)};
    return *entry.value;
  }
  void drop_expired() {
    for (auto i = entries_.begin(); i != entries_.end();)
      i = i->second.owner.expired() ? entries_.erase(i) : ++i;
  }

 private:
  struct Entry {
    std::weak_ptr<const Key> owner;
    std::unique_ptr<Value> value;
  };
  std::unordered_map<const Key*, Entry> entries_;
};

}  // namespace mmd
