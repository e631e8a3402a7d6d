#include <cstddef>
#include <optional>

#include "base/text.h"

namespace mmd {
namespace {

/// The length of the first character in bytes; an invalid byte counts as a character.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) ++length;
  return length;
}

/// A `[…]` at the beginning of a pattern: its length in bytes, and whether it matches the character. nullopt
/// if it is not closed: `[` then means itself.
struct Choice {
  std::size_t length = 0;
  bool takes = false;
};
std::optional<Choice> choice_at(std::string_view pattern, std::string_view character) {
  std::size_t at = 1;
  const bool others = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (others) ++at;
  bool found = false;
  // A `]` in first place is one of the choices.
  for (bool first = true; at < pattern.size() && (first || pattern[at] != ']'); first = false) {
    const std::string_view low = pattern.substr(at, character_length(pattern.substr(at)));
    at += low.size();
    std::string_view high = low;
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      high = pattern.substr(at + 1, character_length(pattern.substr(at + 1)));
      at += 1 + high.size();
    }
    found = found || (low <= character && character <= high);  // UTF-8 sorts as its characters do
  }
  if (at >= pattern.size()) return std::nullopt;
  return Choice{at + 1, found != others};
}

}  // namespace

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

bool fits_pattern(std::string_view name, std::string_view pattern) {
  // After a mismatch, matching resumes behind the last star, one character of the name later.
  std::optional<std::string_view> name_at_star;
  std::string_view pattern_at_star;
  while (!name.empty() || !pattern.empty()) {
    std::size_t taken = 0, used = 0;
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      pattern_at_star = pattern;
      name_at_star = name;
      continue;
    }
    if (!pattern.empty() && !name.empty()) {
      const std::string_view character = name.substr(0, character_length(name));
      const auto choice = pattern.front() == '[' ? choice_at(pattern, character) : std::nullopt;
      const bool takes =
          choice ? choice->takes : pattern.front() == '?' || pattern.substr(0, character.size()) == character;
      if (takes) {
        taken = character.size();
        used = choice ? choice->length : pattern.front() == '?' ? 1 : character.size();
      }
    }
    if (taken > 0) {
      name.remove_prefix(taken);
      pattern.remove_prefix(used);
    } else if (name_at_star && !name_at_star->empty()) {
      name_at_star->remove_prefix(character_length(*name_at_star));
      name = *name_at_star;
      pattern = pattern_at_star;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace mmd
