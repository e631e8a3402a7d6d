#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/math.h"

namespace mmd {

/// Parses RGB, RGBA, RRGGBB or RRGGBBAA in hexadecimal, with or without '#', or a CSS name, in any case.
/// Returns straight RGBA, 0-1; nullopt for other texts.
std::optional<vec4> parse_colour(std::string_view text);

/// The names, separated by commas.
std::string colour_names();

}  // namespace mmd
