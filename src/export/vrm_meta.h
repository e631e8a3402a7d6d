#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace mmd {

/// Author and terms of a VRM 1.0 (its `meta`), by the specification's names.
using VrmMeta = std::map<std::string, std::variant<bool, std::string, std::vector<std::string>>>;

/// The term that names a picture's file; the file has the picture itself.
inline constexpr const char* vrm_thumbnail = "thumbnailImage";

/// What a VRM says without a file from its author: an unknown author, and nothing is allowed.
VrmMeta strictest_meta();

/// Reads terms in JSON; missing ones are as in strictest_meta(). Errors: not an object with `authors`; an
/// unknown name; a value that VRM does not have.
Result<VrmMeta> parse_vrm_meta(std::string_view json);

}  // namespace mmd
