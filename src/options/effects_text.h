#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "scene/effects.h"

namespace mmd {

/// Effects as JSON: an object with the names and values of their options, as in scene files.
std::string effects_text(const Effects& effects);
/// Reads that. Unknown options are left out. Errors: no such object, an invalid value.
Result<Effects> parse_effects(std::string_view text);

}  // namespace mmd
