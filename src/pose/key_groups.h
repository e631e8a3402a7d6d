#pragma once

// A motion file's keys grouped by bone or morph, in time order. For building motions.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/vmd.h"
#include "model/repairs.h"
#include "pose/usable_keys.h"

namespace mmd {

/// The CP932 name of a bone or morph (UTF-8) in a motion's keys, of which the first 15 bytes count; it may be
/// cut behind these. nullopt: CP932 lacks a character among them.
std::optional<std::string> key_name(std::string_view name);

/// Name of PMD models' base morph. Motions have keys for it, which have no effect.
inline constexpr std::string_view base_morph = "base";

/// A name for comparison: its first 15 bytes in CP932, without NUL (layouts, "VMD").
struct ShortName {
  std::uint64_t low = 0, high = 0;

  explicit ShortName(std::string_view cp932) {
    char bytes[16] = {};
    const std::size_t size = std::min<std::size_t>(cp932.size(), 15);
    if (size > 0) std::memcpy(bytes, cp932.data(), size);
    std::memcpy(&low, bytes, 8);
    std::memcpy(&high, bytes + 8, 8);
  }
  friend bool operator==(const ShortName&, const ShortName&) = default;
};

/// A hash table from names to numbers.
class NameTable {
 public:
  /// The number of a name; adds a new name with `value`.
  std::uint32_t find_or_add(const ShortName& name, std::uint32_t value);
  std::optional<std::uint32_t> find(const ShortName& name) const;
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    ShortName name{std::string_view{}};
    std::uint32_t value = 0;
    bool used = false;
  };
  std::size_t slot_of(const ShortName& name) const;
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t size_ = 0;
};

/// Finds a model's bones or morphs by names in a file: as bytes cut at 15, in CP932, else in GBK and UTF-8,
/// which some files contain. Of equal names the first element counts.
class KeyTargets {
 public:
  template <class Elements>
  explicit KeyTargets(const Elements& elements) {
    for (const auto& element : elements) names_.emplace_back(element.name);
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (const auto name = key_name(names_[i])) add(*name, i, cp932_);
  }
  /// Finds by exact CP932 bytes: fast.
  std::optional<std::uint32_t> find_as_written(std::string_view name) const {
    return cp932_.find(ShortName(name));
  }
  /// Also finds CP932's alternative codes, GBK and UTF-8.
  std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  static void add(std::string_view name, std::size_t element, NameTable& table) {
    table.find_or_add(ShortName(name), static_cast<std::uint32_t>(element));
  }

  std::vector<std::string> names_;
  NameTable cp932_;
  mutable std::optional<NameTable> gbk_, utf8_;  ///< made when first needed
};

/// A file's name as UTF-8, decoded with the first of these encodings in which it is valid.
std::string key_name_as_text(std::string_view name);

/// Keys grouped by target, in file order within a group.
struct KeyGroups {
  struct Group {
    std::uint32_t target = 0;          ///< index of the bone or morph
    std::uint32_t first = 0, end = 0;  ///< into `keys`
  };
  std::vector<Group> groups;
  std::vector<std::uint32_t> keys;  ///< indices of the file's keys
  /// The first thousand names that the model lacks, UTF-8, in order of appearance.
  std::vector<std::string> unmatched;
};

/// Groups keys by the names added one after another.
class KeyGrouper {
 public:
  KeyGrouper(const KeyTargets& targets, std::size_t key_count) : targets_(targets) {
    group_of_key_.reserve(key_count);
  }
  /// Adds the next key's name (CP932 bytes up to the NUL).
  void add(std::string_view name);
  KeyGroups take();

 private:
  static constexpr std::uint32_t no_group = UINT32_MAX;
  std::uint32_t new_group(std::string_view name);

  const KeyTargets& targets_;
  NameTable names_;  // group by name
  std::vector<std::uint32_t> group_of_key_;
  std::vector<std::uint32_t> counts_;     // keys per group
  std::vector<std::uint32_t> target_of_;  // target per group
  std::unordered_map<std::uint32_t, std::uint32_t> group_of_target_;
  std::vector<std::string> unmatched_;
  ShortName last_name_{std::string_view{}};
  std::uint32_t last_group_ = no_group;
  bool has_last_ = false;
};

/// Sorts keys by `frame_of(key)`; of several at one frame it keeps the last in the file.
template <class FrameOf>
std::span<std::uint32_t> in_order(std::span<std::uint32_t> keys, FrameOf&& frame_of, Repairs& repairs,
                                  std::string_view section) {
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return frame_of(a) < frame_of(b); };
  if (!std::is_sorted(keys.begin(), keys.end(), earlier)) {
    repairs.add(section, "keys out of order", keys.front(), {}, Severity::note);
    std::stable_sort(keys.begin(), keys.end(), earlier);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + 1 < keys.size() && frame_of(keys[i]) == frame_of(keys[i + 1])) {
      repairs.add(section, "several keys at one frame; the last one is used", keys[i], {}, Severity::note);
      continue;
    }
    keys[kept++] = keys[i];
  }
  return keys.first(kept);
}

/// The usable ones of `keys` (indices into `raw`), in time order. Adds the others to `repairs`.
template <class Raw>
std::span<std::uint32_t> usable_in_order(const Raw& raw, std::span<std::uint32_t> keys, Repairs& repairs,
                                         std::string_view section) {
  std::size_t kept = 0;
  for (const std::uint32_t key : keys) {
    if (usable(raw[key])) {
      keys[kept++] = key;
    } else {
      repairs.add(section, "not a number or too large; the key is ignored", key);
    }
  }
  return in_order(
      keys.first(kept), [&](std::uint32_t key) { return raw[key].frame; }, repairs, section);
}

}  // namespace mmd
