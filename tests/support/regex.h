#pragma once

#include <string>

#include <gmock/gmock.h>

namespace mmd::test {

/// Whether a part of the text matches a regular expression of ECMAScript.
bool has_match(const std::string& text, const char* expression);

/// The same for expectations. (GoogleTest's own regular expressions know no sets on Windows.)
MATCHER_P(HasMatch, expression, "") {
  return has_match(arg, expression);
}

}  // namespace mmd::test
