#pragma once

#include <charconv>

namespace mmd {

/// std::from_chars for real numbers. libc++ 14 lacks it; there the C library's strtof and strtod read, which
/// round alike.
std::from_chars_result read_real(const char* first, const char* last, float& value);
std::from_chars_result read_real(const char* first, const char* last, double& value);

}  // namespace mmd
