#pragma once

#include <regex>

#include <gmock/gmock.h>

namespace mmd::test {

/// A text with a part that a regular expression of ECMAScript matches. (GoogleTest's own ones know no sets on
/// Windows.)
MATCHER_P(HasMatch, expression, "") {
  return std::regex_search(arg, std::regex(expression));
}

}  // namespace mmd::test
