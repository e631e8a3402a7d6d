#include "app/stage/own_hands.h"

#include "app/stage/pose_file.h"
#include "assets/file_set.h"
#include "edit/clipboard.h"
#include "pose/tools.h"
#include "scene/load.h"

namespace mmd {
namespace {

vpd::File only(const vpd::File& pose, std::string_view side) {
  vpd::File out = pose;
  out.morphs.clear();
  std::erase_if(out.bones, [&](const vpd::Bone& bone) { return !bone.name.starts_with(side); });
  return out;
}

/// One hand, from the other one if the file lacks it.
vpd::File one_hand(const vpd::File& pose, std::string_view side, std::string_view other) {
  vpd::File own = only(pose, side);
  return own.bones.empty() ? mirrored(only(pose, other)) : own;
}

}  // namespace

std::vector<OwnHand> own_hands_in(const std::filesystem::path& folder) {
  std::vector<OwnHand> out;
  if (folder.empty()) return out;
  for (const std::filesystem::path& path : poses_in(folder))
    if (auto read = load_pose(path))
      out.push_back({to_utf8(path), to_utf8(path.stem()), std::move(read->file)});
  return out;
}

Result<vpd::File> hands_of(const Pose& pose, const Model& model) {
  edit::Parts fingers;
  for (const BoneRotation& r : hand_rotations(model, hand_poses().front(), Hands::both))
    fingers.bones.push_back(r.bone);
  return edit::copied(pose, model, fingers, edit::Mentions::all);
}

vpd::File for_hands(const vpd::File& pose, Hands hands) {
  constexpr std::string_view left = "左", right = "右";
  if (hands == Hands::right) return one_hand(pose, right, left);
  vpd::File out = one_hand(pose, left, right);
  if (hands == Hands::left) return out;
  const vpd::File other = one_hand(pose, right, left);
  out.bones.insert(out.bones.end(), other.bones.begin(), other.bones.end());
  return out;
}

}  // namespace mmd
