#pragma once

// `batch --web`: a website with the pictures; each opens its model and pose in the viewer for browsers.

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "commands/batch/batch_run.h"

namespace mmd {

/// The error if the website cannot or must not be written: without --i-may-publish, with a video or shards,
/// into a folder with other files, or without the viewer's files.
std::optional<Diagnostic> web_problem(const Options& options);

/// Writes the website, if one is wanted: the viewer, the pictures of the batch, and the files of its models
/// and poses. Error: a file cannot be read or written.
Result<void> write_web(const BatchOrder& order);

/// The folder with the viewer's files (scripts/web.sh), beside the program or where it was built; empty: not
/// found.
std::filesystem::path web_viewer_folder();

}  // namespace mmd
