#pragma once

// Saving poses and expressions.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/loaded_figure.h"
#include "formats/vpd.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// A pose to save.
struct SavedPose {
  const Model& model;
  const Pose& pose;
  /// Leaves out bones at rest and morphs at zero. Otherwise the file contains them and resets them in another
  /// pose.
  bool only_changed = true;
};

/// The file of a pose, with all digits: reading it gives exactly the same pose. Shift-JIS as in
/// MikuMikuDance, or UTF-8 with a warning if Shift-JIS lacks a name.
Result<vpd::ForMmd> pose_file(const SavedPose& saved);

/// An open file with its description for messages.
struct OpenFile {
  std::string file;
  std::string what;
  bool is_pose = false;
};
/// All open files of a document.
std::vector<OpenFile> open_files(const LoadedFigure& document);

/// Writes a pose atomically. Returns a warning if MikuMikuDance cannot read a name. Errors: the path is
/// another open file than `own` (the pose's), the folder is not writable, the disk is full.
Result<std::optional<Diagnostic>> save_pose(const std::filesystem::path& path, const SavedPose& saved,
                                            const std::vector<OpenFile>& open, const std::string& own);

/// The first free name of STEM.vpd, "STEM 2.vpd", … in the folder.
std::filesystem::path new_pose_file(const std::filesystem::path& folder, const std::string& stem);

/// The folder of the file `beside` if that is on disk, else `current`.
std::filesystem::path folder_beside(const std::string& beside, const std::filesystem::path& current);

/// Whether a regular file exists on disk; false for files in archives.
bool is_file_on_disk(const std::string& file);

/// The path for a typed name: adds .vpd if missing, and `folder` if the name has none.
std::filesystem::path typed_pose_file(const std::string& typed, const std::filesystem::path& folder);

/// The .vpd files of a folder, in natural order. Empty if the folder cannot be read.
std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder);

/// The index in `poses` (sorted as by `poses_in`, not empty) that is `step` away from `current`, with
/// wrap-around. A missing `current` counts at the place where it would be sorted.
std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step);

/// Stepping through the folder of the last opened pose or, without one, of the model.
class PoseSteps {
 public:
  /// A pose was opened, even if loading failed.
  void open(const std::string& pose) { pose_ = pose; }
  /// No pose is open.
  void forget() { pose_.clear(); }
  /// The last opened pose; empty if there is none.
  const std::string& pose() const { return pose_; }
  /// The pose or, without one, the model, whose folder is used.
  const std::string& place(const std::string& model) const { return pose_.empty() ? model : pose_; }

  /// Goes to the pose `step` away, with wrap-around. False if the folder has no poses.
  bool go(const std::string& model, int step);
  /// "3 of 13" if `go` went to that pose; else empty.
  std::string number_of(const std::string& pose) const;

  /// Lists the poses of the folder.
  void list(const std::string& model);
  /// The last listing.
  const std::vector<std::string>& listed() const { return listed_; }

 private:
  std::string pose_, gone_to_;
  std::size_t number_ = 0, count_ = 0;
  std::vector<std::string> listed_;
};

/// A file with every morph of a pose and no bones: it changes only the face of another pose.
Result<vpd::File> expression_of(const Pose& pose, const Model& model);

/// The morphs of a pose file (on disk or in an archive). Adds warnings to `diagnostics`. Errors: the file
/// cannot be read, is not a pose, or has no morphs.
Result<vpd::File> read_expression(const std::string& file, Diagnostics& diagnostics);

/// Writes an expression into the folder, which is created if needed, as NAME or NAME-2, …. Returns its path.
Result<std::filesystem::path> save_expression(vpd::File expression, const std::filesystem::path& folder,
                                              const std::string& name);

/// Expressions in a folder, in natural order; empty if it cannot be read.
std::vector<std::string> expressions_in(const std::filesystem::path& folder);

}  // namespace mmd
