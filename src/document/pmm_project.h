#pragma once

// What a PMM, MMD's project, needs from files beside it. Never follows a path to a network place.

#include <string>

#include "base/byte_io.h"
#include "base/result.h"
#include "document/scene_pose.h"
#include "formats/pmm.h"

namespace mmd {

/// The file that a project means by `path`: the path itself, the part from `UserFile\` on below a folder
/// above the project, or the name beside the project. Without such a file, the place beside the project.
/// `project`: the PMM, UTF-8.
std::string file_of_project(const std::string& project, const std::string& path);

/// Reads a project. Names of bones and morphs of a version 1 project come from its models. Errors: damaged; a
/// model of a version 1 project is missing or is no PMD.
Result<pmm::File> read_project(ByteSpan bytes, const std::string& project);

/// The pose that MMD showed of a model, with edits that have no key.
Result<ScenePose> shown_pose(const pmm::Model& model);

}  // namespace mmd
