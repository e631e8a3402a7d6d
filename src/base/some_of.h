#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace mmd {

/// The first names of a list, for a message: "a, b and 3 more".
inline std::string some_of(const std::vector<std::string_view>& names) {
  constexpr std::size_t shown = 8;
  const std::size_t count = std::min(names.size(), shown);
  std::string out =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

}  // namespace mmd
