#pragma once

#include <string>

#include "base/result.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// Sets author, terms and thumbnail from the file of --vrm-meta; without one a warning says that nothing is
/// allowed. Errors: the file or its picture cannot be read or used.
Result<void> set_vrm_terms(const std::string& file, VrmAvatar& avatar, Diagnostics& diagnostics);

}  // namespace mmd
