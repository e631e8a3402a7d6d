#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace mmd {

/// The text with line feeds where it has to go on in the next line: not before closing brackets and stops, as
/// Japanese is set, nor within numbers and names of files if there is a space before. `fit`: how many bytes
/// of a text go into a line, at least one character of it.
std::string with_line_breaks(std::string_view text, const std::function<std::size_t(std::string_view)>& fit);

}  // namespace mmd
