#include "base/nearest_word.h"

#include <algorithm>

#include "base/edit_distance.h"

namespace mmd {
namespace {

/// So much of a word's beginning stands for it.
constexpr std::size_t shortest_beginning = 3;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  const std::size_t dashes = std::min(typed.find_first_not_of('-'), typed.size());
  const std::size_t letters = typed.size() - dashes;
  if (letters == 0 || typed.size() > longest_slip) return std::nullopt;
  std::optional<std::string> best;
  const std::size_t most = std::clamp<std::size_t>(letters / 3, 1, 3);
  std::size_t best_distance = most + 1;
  const std::string in_lower_case = lowered(typed);
  for (const std::string& word : words) {
    const bool begins = letters >= shortest_beginning && word.rfind(typed, 0) == 0;
    if (!begins && word.size() > longest_slip) continue;
    const auto any = [](char) { return true; };
    const std::size_t d = begins ? 1 : edit_distance(in_lower_case, lowered(word), most, true, any);
    if (d > best_distance || (best && word == *best)) continue;
    if (d == best_distance) {
      best.reset();
      continue;
    }
    best = word;
    best_distance = d;
  }
  return best;
}

}  // namespace mmd
