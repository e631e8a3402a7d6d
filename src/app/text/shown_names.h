#pragma once

#include <string>

#include "document/document.h"

namespace mmd {

/// A file without its folder.
std::string file_name(const std::string& path);

/// "POSE + POSE", as they lie over each other.
std::string names_of_poses(const Document& document);
std::string names_of_motions(const Document& document);
/// "POSE + MOTION", as they lie over each other.
std::string pose_names(const Document& document);

}  // namespace mmd
