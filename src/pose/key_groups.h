#pragma once

// Inside of the motion's building: the keys of a file by the bone or morph they are for, in order of time.

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

/// What a motion's keys call a bone or morph of that name, or the beginning of it: the first 15 bytes in
/// CP932 are what counts. nullopt: a character among these has no place there.
std::optional<std::string> key_name(std::string_view name);

/// What the base morph of PMD models is called: motions have keys for it, which move nothing.
inline constexpr std::string_view base_morph = "base";

/// A name as it is compared: its first 15 bytes in CP932, up to the NUL (semantics, "Files", VMD).
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

/// A hash table from names to numbers, filled a name at a time.
class NameTable {
 public:
  /// What the name stands for; if it is new, `value` from now on.
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

/// The bones or morphs that names in a file may mean. Names are compared as bytes cut at 15: in CP932, and
/// where that finds nothing in GBK and UTF-8, which files in the wild hold too. The first of a name counts.
class KeyTargets {
 public:
  template <class Elements>
  explicit KeyTargets(const Elements& elements) {
    for (const auto& element : elements) names_.emplace_back(element.name);
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (const auto name = key_name(names_[i])) add(*name, i, cp932_);
  }
  /// By its CP932 bytes alone, as they are: quick.
  std::optional<std::uint32_t> find_as_written(std::string_view name) const {
    return cp932_.find(ShortName(name));
  }
  /// Also in another of CP932's spellings, in GBK and in UTF-8.
  std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  static void add(std::string_view name, std::size_t element, NameTable& table) {
    table.find_or_add(ShortName(name), static_cast<std::uint32_t>(element));
  }

  std::vector<std::string> names_;
  NameTable cp932_;
  mutable std::optional<NameTable> gbk_, utf8_;  ///< made when first needed
};

/// A name in a file, as text: of the encodings that it may have, the first that it is valid in.
std::string key_name_as_text(std::string_view name);

/// For every name in the file its group; for every group the keys in file order.
struct KeyGroups {
  struct Group {
    std::uint32_t target = 0;          ///< index of the bone or morph
    std::uint32_t first = 0, end = 0;  ///< into `keys`
  };
  std::vector<Group> groups;
  std::vector<std::uint32_t> keys;  ///< indices of the file's keys
  /// Names that the model lacks, UTF-8, in order of appearance; the first thousand.
  std::vector<std::string> unmatched;
};

/// Finds the targets of names read one after another.
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
  NameTable names_;  // of the file, to their group
  std::vector<std::uint32_t> group_of_key_;
  std::vector<std::uint32_t> counts_;     // keys per group
  std::vector<std::uint32_t> target_of_;  // target per group
  std::unordered_map<std::uint32_t, std::uint32_t> group_of_target_;
  std::vector<std::string> unmatched_;
  ShortName last_name_{std::string_view{}};
  std::uint32_t last_group_ = no_group;
  bool has_last_ = false;
};

/// Puts keys into order of time; of several at one frame the last in the file stays. `frame_of(key)`.
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
      repairs.add(section, "several keys at one frame; the last counts", keys[i], {}, Severity::note);
      continue;
    }
    keys[kept++] = keys[i];
  }
  return keys.first(kept);
}

/// Those of `keys`, numbers of keys in `raw`, that can be worked with, in order of time. Tells of the others.
template <class Raw>
std::span<std::uint32_t> usable_in_order(const Raw& raw, std::span<std::uint32_t> keys, Repairs& repairs,
                                         std::string_view section) {
  std::size_t kept = 0;
  for (const std::uint32_t key : keys) {
    if (usable(raw[key])) {
      keys[kept++] = key;
    } else {
      repairs.add(section, "not a number or too large; the key is left out", key);
    }
  }
  return in_order(
      keys.first(kept), [&](std::uint32_t key) { return raw[key].frame; }, repairs, section);
}

}  // namespace mmd
