#pragma once

#include <string>

namespace mmd {

/// What this machine is called; empty: it does not tell.
std::string host_name();

}  // namespace mmd
