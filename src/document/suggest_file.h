#pragma once

#include <string>

#include "base/diagnostic.h"

namespace mmd {

/// The error about `file` with the advice to give a file beside it that is probably meant; as it is if
/// there is none, or if the file is there.
Diagnostic suggest_file(Diagnostic error, const std::string& file);

}  // namespace mmd
