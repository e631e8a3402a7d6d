#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/vpd.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// Where expressions are kept: `$XDG_DATA_HOME/mmdview/expressions`, or where that is by default; empty:
/// there is no home.
std::filesystem::path default_expression_folder();

/// Every morph of a pose and no bone, as a file: laid over another pose it gives this face and leaves the
/// rest alone.
Result<vpd::File> expression_of(const Pose& pose, const Model& model);

/// The morphs of a pose's file (on disk or in an archive), without its bones. What was tolerated is added to
/// `diagnostics`. Errors: it cannot be read, is no pose, or has no morphs.
Result<vpd::File> read_expression(const std::string& file, Diagnostics& diagnostics);

/// Writes it into the folder, which is made if need be, under that name or, where it is taken, `NAME-2` and
/// so on. Returns where it is.
Result<std::filesystem::path> save_expression(vpd::File expression, const std::filesystem::path& folder,
                                              const std::string& name);

/// Those in a folder, in natural order; none if it cannot be read.
std::vector<std::string> expressions_in(const std::filesystem::path& folder);

}  // namespace mmd
