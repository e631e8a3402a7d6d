#pragma once

#include <filesystem>

#include "base/result.h"

namespace mmd {

/// Moves a file to the user's trash, from which the desktop restores it. Errors: no trash can be used, the
/// file is gone or may not be moved.
Result<void> move_to_trash(const std::filesystem::path& file);

}  // namespace mmd
