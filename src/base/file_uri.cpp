#include "base/file_uri.h"

#include <charconv>

namespace mmd {
namespace {

/// With %20 and the like as the bytes they stand for; nullopt: one of them stands for none, or for a zero.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ec != std::errc() || read.ptr != digits.data() + 2 || byte == 0)
      return std::nullopt;
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

}  // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
  for (const std::string_view start : {"file:///", "file://localhost/"})
    if (uri.substr(0, start.size()) == start) return percent_decoded(uri.substr(start.size() - 1));
  return std::nullopt;
}

}  // namespace mmd
