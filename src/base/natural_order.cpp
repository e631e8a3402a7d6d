#include "base/natural_order.h"

#include <cstddef>

#include "base/text.h"

namespace mmd {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the digits at `at`, without leading zeros.
std::string_view take_number(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == '0') ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

}  // namespace

int compare_folded(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = take_number(a, i), y = take_number(b, j);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      if (const int c = x.compare(y); c != 0) return c;
    } else {
      // Bytes of UTF-8 are in the order of the characters.
      const auto x = static_cast<unsigned char>(a[i++]), y = static_cast<unsigned char>(b[j++]);
      if (x != y) return x < y ? -1 : 1;
    }
  }
  return static_cast<int>(i < a.size()) - static_cast<int>(j < b.size());
}

bool natural_less(std::string_view a, std::string_view b) {
  const int order = compare_folded(fold_name(a), fold_name(b));
  return order != 0 ? order < 0 : a < b;
}

}  // namespace mmd
