#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/scene_pose.h"
#include "scene/input.h"

namespace mmd {

/// Models that are shown at the same time: MMD has up to 255 models and 255 accessories.
inline constexpr std::size_t max_models = 512;

/// Files that were read, sorted by kind: a model with its poses and motions.
struct Inputs {
  std::optional<InputFile> model;  ///< a model, or an archive that holds one
  std::vector<InputFile> poses;    ///< in the order given
  std::vector<InputFile> motions;  ///< in the order given
  /// Settings from scenes, by index into `poses`. `shows` is set only for a pose that was named
  /// as a member of its scene (pose_named).
  std::map<std::size_t, ScenePose> of_scenes;
};

/// The error for a file of unknown kind.
Diagnostic unknown_file(const InputFile& input);

/// Reads files on disk or in archives. A file's content, not its name, decides its kind. Poses and motions
/// belong to the model before them; those before the first model belong to the first. Returns at least one
/// element; the first may lack a model. Errors: a folder, a file of unknown kind, a file that cannot be read,
/// more than `max_models` models.
Result<std::vector<Inputs>> read_all_inputs(const std::vector<std::string>& files);
/// The same, but turns errors about single files into warnings if at least one file is usable.
Result<std::vector<Inputs>> read_usable_inputs(const std::vector<std::string>& files, Diagnostics& warnings);
/// The files of one model, in any order. Error: a second model.
Result<Inputs> read_inputs(const std::vector<std::string>& files);

/// Adds to an error about `file` the similar name of a file in the same folder. Returns the error unchanged
/// if there is none or if `file` exists.
Diagnostic suggest_file(Diagnostic error, const std::string& file);

}  // namespace mmd
