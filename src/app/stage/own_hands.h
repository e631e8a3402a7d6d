#pragma once

// Hand poses that the user has saved, as pose files in a folder.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/vpd.h"
#include "pose/hand_poses.h"
#include "pose/pose.h"

namespace mmd {

struct OwnHand {
  std::string file, name;
  vpd::File pose;
};

/// The poses in a folder, in natural order. Files that are no poses are left out.
std::vector<OwnHand> own_hands_in(const std::filesystem::path& folder);
/// The fingers of a pose as a file.
Result<vpd::File> hands_of(const Pose& pose, const Model& model);
/// What of a pose file is for these hands: for one hand also the mirrored other one, where the file has only
/// that.
vpd::File for_hands(const vpd::File& pose, Hands hands);

}  // namespace mmd
