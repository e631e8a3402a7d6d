#include "tests/support/regex.h"

#include <regex>

namespace mmd::test {

bool has_match(const std::string& text, const char* expression) {
  return std::regex_search(text, std::regex(expression));
}

}  // namespace mmd::test
