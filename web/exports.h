#pragma once

// The functions that JavaScript calls, and the table of calls that each program fills.

#include <map>
#include <string>

#include "web/core.h"

namespace mmd::web {

using Call = Result<Json> (*)(Core& core, const Json& call);

/// The calls of the core; a program may add its own before the first one.
std::map<std::string, Call>& calls();

}  // namespace mmd::web
