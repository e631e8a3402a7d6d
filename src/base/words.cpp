#include "base/words.h"

#include <fmt/format.h>

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

}  // namespace mmd
