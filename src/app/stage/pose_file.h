#pragma once

// Where a pose is saved, and how.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/document.h"
#include "formats/vpd.h"

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

}  // namespace mmd
