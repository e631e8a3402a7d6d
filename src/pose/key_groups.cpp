#include "pose/key_groups.h"

#include <algorithm>

#include "base/text.h"
#include "pose/pose.h"

namespace mmd {

std::optional<std::string> key_name(std::string_view name) {
  if (auto whole = cp932_from_utf8(name)) return whole;
  // Characters behind the first 15 bytes may be invalid: in a PMD, half a character at the field's end.
  constexpr std::size_t enough = vmd::Name<15>().size();
  std::string out;
  for (const char32_t unit : utf16_units(name)) {
    const auto character = cp932_from_utf8(utf8_from_units({&unit, 1}));
    if (!character) return std::nullopt;
    out += *character;
    if (out.size() >= enough) return out;
  }
  return std::nullopt;
}

std::size_t NameTable::slot_of(const ShortName& name) const {
  std::uint64_t hash = (name.low ^ (name.high * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
  hash ^= hash >> 32;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at].used && !(slots_[at].name == name)) at = (at + 1) & mask;
  return at;
}

void NameTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& s : old) {
    if (s.used) slots_[slot_of(s.name)] = s;
  }
}

std::uint32_t NameTable::find_or_add(const ShortName& name, std::uint32_t value) {
  Slot& slot = slots_[slot_of(name)];
  if (slot.used) return slot.value;
  slot.name = name;
  slot.value = value;
  slot.used = true;
  if (++size_ * 2 > slots_.size()) grow();
  return value;
}

std::optional<std::uint32_t> NameTable::find(const ShortName& name) const {
  const Slot& slot = slots_[slot_of(name)];
  if (!slot.used) return std::nullopt;
  return slot.value;
}

std::optional<std::uint32_t> KeyTargets::find(std::string_view name) const {
  if (const auto found = find_as_written(name)) return found;
  if (const auto text = utf8_from_cp932(name)) {
    const auto again = cp932_from_utf8(*text);  // CP932 has two codes for some characters
    if (const auto found = again ? find_as_written(*again) : std::nullopt) return found;
  }
  if (!gbk_) {
    gbk_.emplace();
    utf8_.emplace();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (const auto gbk = gbk_from_utf8(names_[i])) add(*gbk, i, *gbk_);
      add(names_[i], i, *utf8_);
    }
  }
  if (const auto found = gbk_->find(ShortName(name))) return found;
  return utf8_->find(ShortName(name));
}

std::string key_name_as_text(std::string_view name) {
  if (auto text = utf8_from_cp932(name)) return std::move(*text);
  if (is_utf8(name)) return std::string(name);
  if (auto text = utf8_from_gbk(name)) return std::move(*text);
  return utf8_from_cp932_lossy(name);
}

std::uint32_t KeyGrouper::new_group(std::string_view name) {
  // Converting names is slow, and a hostile file may have hundreds of thousands.
  const bool few = unmatched_.size() < max_unmatched;
  const auto target = few ? targets_.find(name) : targets_.find_as_written(name);
  if (!target) {
    if (few) unmatched_.push_back(key_name_as_text(name));
    return no_group;
  }
  const auto group = static_cast<std::uint32_t>(counts_.size());
  const auto [found, is_new] = group_of_target_.try_emplace(*target, group);
  if (!is_new) return found->second;
  counts_.push_back(0);
  target_of_.push_back(*target);
  return group;
}

void KeyGrouper::add(std::string_view name) {
  const ShortName short_name(name);
  if (!has_last_ || !(short_name == last_name_)) {
    if (const auto known = names_.find(short_name)) {
      last_group_ = *known;
    } else {
      last_group_ = new_group(name.substr(0, 15));
      names_.find_or_add(short_name, last_group_);
    }
    last_name_ = short_name;
    has_last_ = true;
  }
  group_of_key_.push_back(last_group_);
  if (last_group_ != no_group) ++counts_[last_group_];
}

KeyGroups KeyGrouper::take() {
  KeyGroups out;
  out.unmatched = std::move(unmatched_);
  std::uint32_t at = 0;
  for (std::size_t g = 0; g < counts_.size(); ++g) {
    out.groups.push_back({target_of_[g], at, at});
    at += counts_[g];
  }
  out.keys.resize(at);
  for (std::size_t k = 0; k < group_of_key_.size(); ++k) {
    if (group_of_key_[k] == no_group) continue;
    out.keys[out.groups[group_of_key_[k]].end++] = static_cast<std::uint32_t>(k);
  }
  return out;
}

}  // namespace mmd
