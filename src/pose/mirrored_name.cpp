// Names of the other side of bones and morphs.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "pose/tools.h"

namespace mmd {
namespace {

bool is_lower(char32_t c) {
  return c >= U'a' && c <= U'z';
}
bool is_upper(char32_t c) {
  return c >= U'A' && c <= U'Z';
}
bool is_letter(char32_t c) {
  return is_lower(c) || is_upper(c);
}
/// Separators around a single letter for a side; 0 is the name's beginning or end.
bool is_separator(char32_t c) {
  return c != 0 && std::u32string_view(U"_.- 　＿・(（[").find(c) != std::u32string_view::npos;
}
bool is_end(char32_t c) {
  return c == 0 || is_separator(c) || std::u32string_view(U")）]").find(c) != std::u32string_view::npos;
}
bool is_japanese(char32_t c) {
  return c >= 0x3041 && c != U'\uFFFD' && !(c >= 0xFF21 && c <= 0xFF5A);
}

struct Words {
  std::u32string_view left, right;
};
constexpr std::array<Words, 3> words{{{U"Left", U"Right"}, {U"left", U"right"}, {U"LEFT", U"RIGHT"}}};
constexpr std::array<Words, 3> letters{{{U"L", U"R"}, {U"l", U"r"}, {U"Ｌ", U"Ｒ"}}};

/// Whether it is a separate word: not the end of "bright", not the beginning of "leftover".
bool is_word(char32_t before, std::u32string_view word, char32_t after) {
  const bool capital = is_upper(word[0]), all_capitals = is_upper(word[1]);
  const bool begins = !is_letter(before) || (capital && is_lower(before));
  const bool ends = !is_letter(after) || (!all_capitals && is_upper(after));
  return begins && ends;
}

/// "arm_L", "L_arm", "arm.l", "袖L", "Ｒ腕".
bool is_side_letter(char32_t before, char32_t letter, char32_t after) {
  if (is_lower(letter)) {
    return (is_separator(before) && is_end(after)) || (before == 0 && is_separator(after));
  }
  const bool digit = after >= U'0' && after <= U'9';
  if (is_separator(before) || is_japanese(before)) return is_end(after) || is_japanese(after) || digit;
  return before == 0 && (is_separator(after) || is_japanese(after));
}

/// The length of the word for a side at `at`, 0 if there is none, and the word for the other side.
std::pair<std::size_t, std::u32string_view> side_at(const std::u32string& name, std::size_t at) {
  const char32_t before = at == 0 ? 0 : name[at - 1];
  const auto after = [&](std::size_t length) { return at + length < name.size() ? name[at + length] : 0; };
  const auto is = [&](std::u32string_view word) { return name.compare(at, word.size(), word) == 0; };
  for (const Words& w : words) {
    if (is(w.left) && is_word(before, w.left, after(w.left.size()))) return {w.left.size(), w.right};
    if (is(w.right) && is_word(before, w.right, after(w.right.size()))) return {w.right.size(), w.left};
  }
  for (const Words& w : letters) {
    if (!is(w.left) && !is(w.right)) continue;
    if (is_side_letter(before, name[at], after(1))) return {1, is(w.left) ? w.right : w.left};
  }
  return {0, {}};
}

bool is_side_kanji(char32_t c) {
  return c == U'左' || c == U'右';
}

/// 左 and 右 next to each other (左右) mean both sides and stay.
std::size_t swap_kanji(const std::u32string& name, std::size_t at, std::u32string& out) {
  std::size_t end = at;
  while (end < name.size() && is_side_kanji(name[end])) ++end;
  const std::u32string run = name.substr(at, end - at);
  const bool both = run.find(U'左') != run.npos && run.find(U'右') != run.npos;
  for (const char32_t c : run) out += both ? c : c == U'左' ? U'右' : U'左';
  return end;
}

/// MMD's standard morphs of which only the right one names its side.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> unsided{
    {{"ウィンク", "ウィンク右"}, {"ウィンク２", "ｳｨﾝｸ２右"}, {"ｳｨﾝｸ２", "ウィンク２右"}}};

}  // namespace

std::string mirrored_name(std::string_view name) {
  for (const auto& [left, right] : unsided) {
    if (name == left) return std::string(right);
    if (name == right) return std::string(left);
  }
  const std::u32string from = utf16_units(name);
  std::u32string to;
  bool changed = false;
  for (std::size_t i = 0; i < from.size();) {
    if (is_side_kanji(from[i])) {
      i = swap_kanji(from, i, to);
      changed = true;
      continue;
    }
    const auto [length, other] = side_at(from, i);
    to += length > 0 ? std::u32string(other) : std::u32string(1, from[i]);
    changed = changed || length > 0;
    i += std::max<std::size_t>(length, 1);
  }
  // Invalid UTF-8 stays unchanged.
  return changed && is_utf8(name) ? utf8_from_units(to) : std::string(name);
}

std::string mirrored_morph_name(const std::string& name,
                                const std::function<bool(const std::string&)>& is_there) {
  constexpr std::string_view right = "右";
  if (name.size() >= right.size() && name.compare(name.size() - right.size(), right.size(), right) == 0) {
    std::string left = name.substr(0, name.size() - right.size()) + "左";
    if (is_there(left)) return left;
  }
  return mirrored_name(name);
}

}  // namespace mmd
