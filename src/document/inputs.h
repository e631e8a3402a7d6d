#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/state_pose.h"
#include "scene/input.h"

namespace mmd {

/// Files that were read, by what they are: a model and what lies over it.
struct Inputs {
  std::optional<InputFile> model;  ///< a model, or an archive that holds one
  std::vector<InputFile> poses;    ///< in the order given
  std::vector<InputFile> motions;  ///< in the order given
  /// What states say beside the VPD text, by the number of the pose. `shows` is for the files of that state
  /// alone: where the state is given as any pose it says nothing.
  std::map<std::size_t, StatePose> of_states;
};

/// The error about a file that is nothing that can be used.
Diagnostic unknown_file(const InputFile& input);

/// Reads each file, on disk or in an archive (a folder is an error that says what to pass instead). Content
/// decides what it is, not its name. Poses and motions belong to the model before them, those before the
/// first model to that. At least one of it; the first may lack a model. A file that is nothing is an error.
Result<std::vector<Inputs>> read_all_inputs(const std::vector<std::string>& files);
/// The same without the files that cannot be used, if at least one can; each of those is a warning.
Result<std::vector<Inputs>> read_usable_inputs(const std::vector<std::string>& files, Diagnostics& warnings);
/// Those of one model, in any order. More than one is an error.
Result<Inputs> read_inputs(const std::vector<std::string>& files);

/// The error about `file` with the advice to give a file beside it that is probably meant; as it is if
/// there is none, or if the file is there.
Diagnostic suggest_file(Diagnostic error, const std::string& file);

}  // namespace mmd
