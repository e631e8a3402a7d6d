#pragma once

// Where a pose is saved, and how.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/document.h"
#include "formats/vpd.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// A pose as it is to be saved.
struct SavedPose {
  const Model& model;
  const Pose& pose;
  /// Bones at rest and morphs without weight are left out; else they stand in the file, so that they go to
  /// rest where it is laid over another pose.
  bool only_changed = true;
};

/// Its file, with all digits: read again, it is the same pose to the bit. In Shift-JIS as MikuMikuDance has
/// it, or in UTF-8, and that is said, where a name cannot be written in that.
Result<vpd::ForMmd> pose_file(const SavedPose& saved);

/// What one of the files that are open is, for people.
struct OpenFile {
  std::string file;
  std::string what;
};
/// All of a document.
std::vector<OpenFile> open_files(const Document& document);

/// Writes it; what was there before stays whole if that fails. What it gives back, if anything, is a warning
/// of a name that MikuMikuDance will not read. Errors: the name of one of the files that are open (but `own`,
/// the pose's), a folder that cannot be written to, a full disk.
Result<std::optional<Diagnostic>> save_pose(const std::filesystem::path& path, const SavedPose& saved,
                                            const std::vector<OpenFile>& open, const std::string& own);

/// The first name STEM.vpd, "STEM 2.vpd" … that is free in the folder.
std::filesystem::path new_pose_file(const std::filesystem::path& folder, const std::string& stem);

/// Where a new pose goes: into the folder of `beside` if that is one on disk, else into `current`.
std::filesystem::path folder_for_poses(const std::string& beside, const std::filesystem::path& current);

/// Whether a file is there and is no folder: not one in an archive.
bool is_file_on_disk(const std::string& file);

/// What was typed as a name: with .vpd at its end, and in `folder` unless it says another one.
std::filesystem::path typed_pose_file(const std::string& typed, const std::filesystem::path& folder);

/// The .vpd files of a folder, in natural order. Empty if the folder cannot be read.
std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder);

/// The index in `poses` (sorted as `poses_in` does) that lies `step` away from `current`, going around at the
/// ends. `current` need not be among them: then its place is where it would be. `poses` must not be empty.
std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step);

/// The folder that Left and Right go through: that of the pose that was opened last or, before there was one,
/// the model's own.
class PoseSteps {
 public:
  /// A pose was opened, whether it could be loaded or not.
  void open(const std::string& pose) { pose_ = pose; }
  /// None was.
  void forget() { pose_.clear(); }
  /// The pose that was opened last; empty: none.
  const std::string& pose() const { return pose_; }
  /// A pose or, without one, the model, in the folder with the poses.
  const std::string& place(const std::string& model) const { return pose_.empty() ? model : pose_; }

  /// Goes to the pose that lies `step` away, around at the ends. False if the folder has none.
  bool go(const std::string& model, int step);
  /// "3 of 13" if that is the pose that `go` went to; else empty.
  std::string number_of(const std::string& pose) const;

  /// Reads anew which poses there are to step through.
  void list(const std::string& model);
  /// As they were listed last.
  const std::vector<std::string>& listed() const { return listed_; }

 private:
  std::string pose_, gone_to_;
  std::size_t number_ = 0, count_ = 0;
  std::vector<std::string> listed_;
};

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
