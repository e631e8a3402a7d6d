#include "base/nearest_word.h"

#include <algorithm>

namespace mmd {
namespace {

/// Longer words are no slip of the fingers.
constexpr std::size_t longest = 64;
/// So much of a word's beginning stands for it.
constexpr std::size_t shortest_beginning = 3;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// How many letters have to be left out, added, changed or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  const std::size_t dashes = std::min(typed.find_first_not_of('-'), typed.size());
  const std::size_t letters = typed.size() - dashes;
  if (letters == 0 || typed.size() > longest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::clamp<std::size_t>(letters / 3, 1, 3) + 1;
  for (const std::string& word : words) {
    const bool begins = letters >= shortest_beginning && word.rfind(typed, 0) == 0;
    const std::size_t d = begins ? 1 : distance(typed, word);
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
