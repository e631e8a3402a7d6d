#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace mmd {

/// Whether the text begins with "file://".
bool is_file_uri(std::string_view text);

/// The absolute path of a file URI ("file:///a%20b.pmx") on this machine, as bytes (RFC 8089). Errors: not a
/// file URI, a path on another machine, no path, a % without two hexadecimal digits, %00.
Result<std::string> path_of_uri(std::string_view uri);

/// Writes each byte as %20 and the like, except ASCII letters, digits and the characters of `plain`.
std::string percent_encoded(std::string_view text, std::string_view plain);

/// The file URI of an absolute path (UTF-8, with slashes).
std::string uri_of_path(std::string_view path);

/// This machine's name; empty if the system has none.
std::string host_name();

/// The path that a URI's absolute path stands for on this system: Windows writes "C:/a.pmx" for "/C:/a.pmx".
std::string path_on_this_system(std::string path);

}  // namespace mmd
