#include "model/nearest_name.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/edit_distance.h"
#include "base/text.h"

namespace mmd {
namespace {

bool is_katakana(char32_t c) {
  return c >= 0x30A1 && c <= 0x30FA;
}

/// Hiragana as katakana, small kana as large ones.
char32_t plain_kana(char32_t c) {
  if (c >= 0x3041 && c <= 0x3096) c += 0x60;
  constexpr std::u32string_view small = U"ァィゥェォッャュョヮ";
  if (small.find(c) != std::u32string_view::npos) return c + 1;
  if (c == U'ヵ') return U'カ';
  return c == U'ヶ' ? U'ケ' : c;
}

/// What is written in one way or another: separators and long vowels go, variants become one.
std::u32string key_of(std::string_view folded) {
  constexpr std::u32string_view ignored = U" _.・･ー-‐―—~〜";
  constexpr std::pair<char32_t, std::u32string_view> variants[] = {
      {U'捻', U"捩"}, {U'膝', U"ヒザ"}, {U'肘', U"ヒジ"}, {U'髮', U"髪"}};
  std::u32string out;
  for (const char32_t c : utf16_units(folded)) {
    if (ignored.find(c) != std::u32string_view::npos) continue;
    const auto variant =
        std::find_if(std::begin(variants), std::end(variants), [&](const auto& v) { return v.first == c; });
    if (variant != std::end(variants)) {
      out += variant->second;
    } else {
      out += plain_kana(c);
    }
  }
  return out;
}

bool is_ascii(const std::u32string& text) {
  return std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x80; });
}

/// Longer names are no slip of the pen.
constexpr std::size_t longest = longest_slip;
constexpr std::size_t far = 3;

enum class Changes { slips, any };

/// How many characters have to be changed, added or left out, `far` if more than `most` (at most 2) or if, of
/// slips, it would take one that tells bones apart.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t most,
                     Changes changes = Changes::slips) {
  const bool ascii = is_ascii(a) && is_ascii(b);
  // l and r stand for sides.
  const auto free = [&](char32_t c) {
    return changes == Changes::any || is_katakana(c) ||
           (ascii && c >= 'a' && c <= 'z' && c != 'l' && c != 'r');
  };
  const std::size_t d = edit_distance(a, b, most, false, free);
  return d <= most ? d : far;
}

}  // namespace

NearestNames::NearestNames(std::vector<std::string> names, const std::vector<std::string>& aliases)
    : names_(std::move(names)) {
  keys_.reserve(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string folded = fold_name(names_[i]);
    keys_.push_back(key_of(folded));
    by_fold_.emplace(folded, i);
    const auto [same, is_new] = by_key_.emplace(keys_.back(), i);
    if (!is_new && same->second != several && names_[same->second] != names_[i]) same->second = several;
  }
  std::unordered_map<std::string, std::size_t> by_alias;
  for (std::size_t i = 0; i < std::min(aliases.size(), names_.size()); ++i) {
    const auto [same, is_new] = by_alias.emplace(fold_name(aliases[i]), i);
    if (!is_new) same->second = several;
  }
  alias_keys_.resize(names_.size());
  for (std::size_t i = 0; i < std::min(aliases.size(), names_.size()); ++i)
    alias_keys_[i] = key_of(fold_name(aliases[i]));
  for (const auto& [alias, index] : by_alias) {
    if (index != several && !alias.empty()) by_fold_.emplace(alias, index);
  }
}

std::optional<std::string> NearestNames::find(std::string_view name) const {
  const std::string folded = fold_name(name);
  if (const auto same = by_fold_.find(folded); same != by_fold_.end() && !folded.empty())
    return names_[same->second];
  const std::u32string key = key_of(folded);
  if (key.empty() || key.find(U'\uFFFD') != std::u32string::npos) return std::nullopt;
  if (const auto same = by_key_.find(key); same != by_key_.end()) {
    if (same->second == several) return std::nullopt;
    return names_[same->second];
  }
  if (key.size() > longest) return std::nullopt;
  std::size_t best = several, best_distance = far;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t shorter = std::min(key.size(), keys_[i].size());
    if (shorter < 5 || keys_[i].size() > longest) continue;
    const std::size_t d = distance(key, keys_[i], shorter < 9 ? 1 : 2);
    if (d < best_distance) {
      best = i;
      best_distance = d;
    } else if (d == best_distance && best != several && names_[best] != names_[i]) {
      best = several;
    }
  }
  if (best == several) return std::nullopt;
  return names_[best];
}

std::vector<std::string> NearestNames::near(std::string_view name) const {
  constexpr std::size_t most_names = 3, shortest_part = 2, part = 2;
  std::vector<std::string> out;
  if (auto meant = find(name)) {
    out.push_back(std::move(*meant));
    return out;
  }
  const std::u32string key = key_of(fold_name(name));
  if (key.empty() || key.size() > longest) return out;
  // A name that holds what was typed is as good as two changes.
  const auto distance_to = [&](const std::u32string& other) {
    if (other.empty() || other.size() > longest) return far;
    const std::size_t shorter = std::min(key.size(), other.size());
    const std::size_t most = shorter < 3 ? 0 : shorter < 6 ? 1 : 2;
    const std::size_t d = distance(key, other, most, Changes::any);
    const bool holds = key.size() >= shortest_part && other.find(key) != std::u32string::npos;
    return holds ? std::min(d, part) : d;
  };
  std::size_t best = far - 1;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t d = std::min(distance_to(keys_[i]), distance_to(alias_keys_[i]));
    if (d > best) continue;
    if (d < best) out.clear();
    best = d;
    if (std::find(out.begin(), out.end(), names_[i]) == out.end()) out.push_back(names_[i]);
  }
  if (out.size() > most_names) out.clear();
  return out;
}

namespace {

template <class Elements>
NearestNames nearest_of(const Elements& elements) {
  std::vector<std::string> names, english;
  names.reserve(elements.size());
  english.reserve(elements.size());
  for (const auto& e : elements) {
    names.push_back(e.name);
    english.push_back(e.name_english);
  }
  return NearestNames(std::move(names), english);
}

}  // namespace

NearestNames nearest_bone_names(const Model& model) {
  return nearest_of(model.skeleton.bones);
}

NearestNames nearest_morph_names(const Model& model) {
  return nearest_of(model.morphs);
}

}  // namespace mmd
