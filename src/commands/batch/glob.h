#pragma once

#include <string>
#include <vector>

namespace mmd {

/// The files that fit a path with patterns (base/text.h) in its parts, sorted. `**` as a part stands for
/// any folders, also none. Names that begin with a dot are found only by parts that do.
std::vector<std::string> files_fitting(const std::string& pattern);

}  // namespace mmd
