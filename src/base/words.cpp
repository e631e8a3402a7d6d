#include "base/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/text.h"

namespace mmd {

std::string did_you_mean(const std::vector<std::string>& names, std::string otherwise) {
  if (names.empty()) return otherwise;
  std::string out = "did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 < names.size() ? ", " : " or ";
    out += names[i];
  }
  return out + "?";
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

namespace {

/// The fewest letters of a word's beginning that identify it.
constexpr std::size_t min_beginning = 3;

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  const std::size_t dashes = std::min(typed.find_first_not_of('-'), typed.size());
  const std::size_t letters = typed.size() - dashes;
  if (letters == 0 || typed.size() > max_word_length) return std::nullopt;
  std::optional<std::string> best;
  const std::size_t max_distance = std::clamp<std::size_t>(letters / 3, 1, 3);
  std::size_t best_distance = max_distance + 1;
  const std::string in_lower_case = small_letters(typed);
  for (const std::string& word : words) {
    const bool begins = letters >= min_beginning && word.rfind(typed, 0) == 0;
    if (!begins && word.size() > max_word_length) continue;
    const auto any = [](char) { return true; };
    const std::size_t d =
        begins ? 1 : edit_distance(in_lower_case, small_letters(word), max_distance, true, any);
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

std::string join_truncated(const std::vector<std::string_view>& names) {
  constexpr std::size_t shown = 8;
  const std::size_t count = std::min(names.size(), shown);
  std::string out =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

}  // namespace mmd
