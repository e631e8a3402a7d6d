#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace mmd {

/// The longest text for edit_distance(), in characters; a longer one is hardly mistyped.
inline constexpr std::size_t max_word_length = 64;

/// The number of changes, insertions, deletions and, if `swaps`, exchanges of neighbours that turn `a` into
/// `b`. Returns max_distance + 1 if it exceeds `max_distance` or needs a character for which `may_change`
/// returns false.
template <class Text, class MayChange>
std::size_t edit_distance(const Text& a, const Text& b, std::size_t max_distance, bool swaps,
                          MayChange&& may_change) {
  const std::size_t beyond = max_distance + 1;
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > max_distance) return beyond;
  const auto plus = [beyond](std::size_t cost, bool allowed) {
    return allowed ? std::min(cost + 1, beyond) : beyond;
  };
  // Distances from the prefixes of `a` of lengths i - 2, i - 1 and i to each prefix of `b`.
  std::array<std::array<std::size_t, max_word_length + 1>, 3> rows{};
  const auto row = [&rows](std::size_t i) -> auto& {
    return rows[i % 3];
  };
  for (std::size_t j = 0; j < b.size(); ++j) row(0)[j + 1] = plus(row(0)[j], may_change(b[j]));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row(i)[0] = plus(row(i - 1)[0], may_change(a[i - 1]));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto &x = a[i - 1], &y = b[j - 1];
      const std::size_t diagonal = row(i - 1)[j - 1];
      const std::size_t changed = x == y ? diagonal : plus(diagonal, may_change(x) && may_change(y));
      std::size_t& cost = row(i)[j];
      cost = std::min({changed, plus(row(i - 1)[j], may_change(x)), plus(row(i)[j - 1], may_change(y))});
      if (swaps && i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y)
        cost = std::min(cost, plus(row(i - 2)[j - 2], may_change(x) && may_change(y)));
    }
  }
  return row(a.size())[b.size()];
}

}  // namespace mmd
