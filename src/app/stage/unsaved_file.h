#pragma once

// The file in which a pose that is not saved is kept: a VPD, with what a VPD cannot say in comments behind
// it.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pose/pose.h"

namespace mmd {

/// What a kept pose belongs to.
struct UnsavedSource {
  std::string model_file;  ///< absolute; empty: not known
  std::string pose_file;   ///< absolute; empty: it has no file yet
};

/// The text of such a file: read again, it is the same pose to the bit, whatever the bones are called.
Result<std::string> unsaved_text(const Model& model, const Pose& pose, const UnsavedSource& source);
UnsavedSource unsaved_source(std::string_view text);
/// The pose for its model. Error: it is damaged, or the model has nothing of it.
Result<Pose> unsaved_pose(std::string_view text, const Model& model);

/// A pose that a window left behind.
struct LeftPose {
  std::filesystem::path file;
  UnsavedSource source;
  std::string time;  ///< when it was written, for people: "2026-01-31 12:04"
};
/// Those in a folder, the newest first. One that is just what its pose's file holds was saved: it is removed.
std::vector<LeftPose> left_poses(const std::filesystem::path& folder);

}  // namespace mmd
