#include "base/number_text.h"

#include <cmath>

namespace mmd {

bool parse_number(std::string_view text, float& out) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return read_whole(text, out) && std::isfinite(out);
}

bool parse_number(std::string_view text, int& out) {
  return read_whole(text, out);
}

bool parse_number(std::string_view text, double& out) {
  return read_whole(text, out) && std::isfinite(out);
}

}  // namespace mmd
