#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace mmd {

/// Whether this is to be a file's URI with a host ("file://host/path"; without one "file:///path").
bool is_file_uri(std::string_view text);

/// The absolute path that a URI ("file:///a%20b.pmx") names on this machine, by its bytes (RFC 8089). Errors:
/// it is no file's, names another machine, has no path, or has %xx that stand for no byte or a zero.
Result<std::string> path_of_uri(std::string_view uri);

/// What this machine is called; empty: it does not tell.
std::string host_name();

}  // namespace mmd
