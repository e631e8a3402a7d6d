#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/input.h"

namespace mmd {

/// Files that were read, by what they are.
struct Inputs {
  std::optional<InputFile> model;  ///< a model, or an archive that holds one
  std::vector<InputFile> poses;    ///< in the order given
  std::vector<InputFile> motions;  ///< in the order given
};

/// The error about a file that is nothing that can be used.
Diagnostic unknown_file(const InputFile& input);

/// Reads each file, on disk or in an archive (a folder is an error that says what to pass instead). Content
/// decides what it is, not names or order. More than one model, or a file that is nothing, is an error.
Result<Inputs> read_inputs(const std::vector<std::string>& files);
/// The same without the files that cannot be used, if at least one can; each of those is a warning.
Result<Inputs> read_usable_inputs(const std::vector<std::string>& files, Diagnostics& warnings);

}  // namespace mmd
