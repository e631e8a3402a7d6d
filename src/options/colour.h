#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/math.h"

namespace mmd {

/// A colour as people write it: RGB, RGBA, RRGGBB or RRGGBBAA in hexadecimal, with or without '#', or a name
/// of CSS, in any case; straight RGBA, 0-1. nullopt if it is none.
std::optional<vec4> parse_colour(std::string_view text);

/// The names, with commas between them.
std::string colour_names();

}  // namespace mmd
