#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace mmd {

/// Longer texts are no slip of the fingers; edit_distance() takes none.
inline constexpr std::size_t longest_slip = 64;

/// How many characters have to be changed, added or left out to get from one text to the other, and, if
/// `swaps`, exchanged with their neighbour; most + 1 if more than `most`, or if it takes one for which `free`
/// is false. Both have at most `longest_slip` characters.
template <class Text, class Free>
std::size_t edit_distance(const Text& a, const Text& b, std::size_t most, bool swaps, Free&& free) {
  const std::size_t far = most + 1;
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) return far;
  const auto plus = [far](std::size_t cost, bool allowed) { return allowed ? std::min(cost + 1, far) : far; };
  // Of the beginning of `a` before the last, the last and this character, to each beginning of `b`.
  std::array<std::array<std::size_t, longest_slip + 1>, 3> rows{};
  const auto row = [&rows](std::size_t i) -> auto& {
    return rows[i % 3];
  };
  for (std::size_t j = 0; j < b.size(); ++j) row(0)[j + 1] = plus(row(0)[j], free(b[j]));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row(i)[0] = plus(row(i - 1)[0], free(a[i - 1]));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto &x = a[i - 1], &y = b[j - 1];
      const std::size_t diagonal = row(i - 1)[j - 1];
      const std::size_t changed = x == y ? diagonal : plus(diagonal, free(x) && free(y));
      std::size_t& cost = row(i)[j];
      cost = std::min({changed, plus(row(i - 1)[j], free(x)), plus(row(i)[j - 1], free(y))});
      if (swaps && i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y)
        cost = std::min(cost, plus(row(i - 2)[j - 2], free(x) && free(y)));
    }
  }
  return row(a.size())[b.size()];
}

}  // namespace mmd
