#pragma once

// Scene files (.mmdscene), which the window saves, for another window and for pictures: JSON, described by
// docs/user/scene.schema.json. Older files have other names of some keys.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "document/scene_pose.h"
#include "options/options.h"
#include "options/reference_picture.h"

namespace mmd {

/// An option without dashes, and its value; empty for a flag.
using SceneOption = std::pair<std::string, std::string>;

struct SceneFigure {
  std::vector<std::string> files;  ///< model, poses and motions, UTF-8
  std::string pose;  ///< VPD text of the edited pose, which overrides the files' poses; may be empty
  // Only with a pose:
  Shows shows = Shows::motion;           ///< what the figure shows
  std::vector<std::string> ik_off = {};  ///< IK bones of the chains that are off
  std::vector<std::string> frozen = {};  ///< bones that physics leaves to the pose
  std::vector<std::string> pins = {};    ///< hands and feet that the window holds in place
  UnnamedPose unnamed = {};              ///< what the VPD cannot name
  std::size_t number = 0;                ///< in its file, from 1, which names the pose; 0: as in this list
  std::string unknown = {};  ///< JSON object with members that this program does not know; may be empty
};

struct SceneFile : SceneFigure {
  std::vector<SceneFigure> figures;  ///< further figures
  std::vector<SceneOption> options;
  std::size_t active = 1;           ///< number of the active figure, from 1
  bool transparent = false;         ///< pictures have a transparent background; the window shows its own
  bool size_of_window = false;      ///< `size` is the window's: no picture size was chosen
  ReferencePicture reference = {};  ///< of the window
  std::vector<SceneOption> work_camera = {};  ///< options of the camera; empty: it was not used
  Bytes picture = {};                         ///< a small JPEG for lists of files; may be empty
  std::string unknown_options = {};           ///< JSON object with options that this program does not know
  Diagnostics warnings = {};  ///< about unknown options, and parts of a project that are left out
};

/// A project of MMD (PMM) as a scene: what MMD showed when it was saved. `file`: the project's name. Errors:
/// damaged; a version 1 project without its models; no models and accessories.
Result<SceneFile> scene_of_project(ByteSpan bytes, const std::string& file);

/// Whether the file on disk is a scene (not scene settings of an earlier version) or a project of MMD.
bool is_scene(const std::string& file);

/// The settings that differ from the window's defaults, as options that `shot` and `view` have in common, in
/// the table's order.
std::vector<SceneOption> scene_options(const Options& options);
/// The names of all options that a scene can have.
std::vector<std::string> scene_option_names();

/// An option's value with its file name, if it has one, replaced by path(file name). `is_there` tells whether
/// a file exists.
std::string with_path(const std::string& name, const std::string& value,
                      const std::function<std::string(const std::string&)>& path,
                      const std::function<bool(const std::string&)>& is_there);

/// The JSON of a scene in `folder`, with the unknown members. Files below `folder` get relative paths.
std::string scene_text(const SceneFile& scene, const std::filesystem::path& folder);

/// Parses a scene; its paths become absolute or relative to the current folder. Errors: not a scene, a later
/// version.
Result<SceneFile> parse_scene(std::string_view text, const std::string& file);

/// Reads a scene or a project of MMD from a file.
Result<SceneFile> read_scene(const std::string& file);

/// All files to load, as on the command line; `file` is the scene's.
std::vector<std::string> files_of_scene(const SceneFile& scene, const std::string& file);

/// The files of one figure, from 1.
std::vector<std::string> files_of_figure(const SceneFile& scene, const std::string& file, std::size_t figure);

/// The files of figures and options that do not exist.
std::vector<std::string> missing_files(const SceneFile& scene);

/// Files that the user found elsewhere: the scene's path, and the path on disk.
using FoundFiles = std::map<std::string, std::string>;
/// Puts them in place.
void replace_files(const FoundFiles& found, SceneFile& scene);

/// Leaves the active figure alone in the scene, where options about it mean it.
void keep_active(SceneFile& scene);

/// Removes figures, poses, motions and options whose files do not exist, and returns what was removed.
Diagnostics drop_missing(SceneFile& scene, const std::string& file);

/// Takes the unknown members of an earlier version of the same scene.
void keep_unknown(const SceneFile& from, SceneFile& to);

/// The same for the further figures only.
std::vector<std::string> files_beside(const SceneFile& scene, const std::string& file);

/// The files of the scene's further figures if `file`, the model, is the first figure of the options' scene;
/// otherwise empty. Error: the scene can no longer be read.
Result<std::vector<std::string>> files_beside_in_scene(const Options& options, const std::string& file);

/// Sets the options. Error: an invalid value.
Result<void> apply_scene(const SceneFile& scene, const std::string& file, Options& options);

/// What is taken from a scene beside its options.
enum class TakenFiles : std::uint8_t { none, of_active, all };

/// Reads a scene and lays its options over `base`. Files that are taken and do not exist are left out if
/// `base.allow_missing` says so. `found`: files that are elsewhere. Errors: as read_scene() and
/// apply_scene(); a file that does not exist.
Result<SceneFile> take_scene_file(const std::string& file, TakenFiles takes, const FoundFiles& found,
                                  Options& base, Diagnostics& warnings);

/// The error for a scene without a model. `warnings`: about the files that were left out.
Diagnostic scene_without_models(const std::string& file, const Diagnostics& warnings);

}  // namespace mmd
