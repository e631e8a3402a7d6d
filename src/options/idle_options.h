#pragma once

#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "options/options.h"

namespace mmd {

/// Warnings of options among the `given` ones that, beside the others, change nothing. What only the files
/// tell is not looked at.
Diagnostics idle_options(const Options& options, std::span<const std::string_view> given);

}  // namespace mmd
