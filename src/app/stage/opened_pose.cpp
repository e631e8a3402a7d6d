#include "app/stage/opened_pose.h"

#include <algorithm>
#include <set>

#include "app/stage/edited_figure.h"
#include "edit/selection.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

/// Whether the poses list less than a third of the bones that a user poses. Fingers do not count: a pose of
/// two hands has as many bones as a body.
bool is_for_some_bones(const std::vector<PoseLayer>& poses, const Model& model) {
  const std::vector<Bone>& bones = model.skeleton.bones;
  std::vector<std::uint8_t> counts(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) counts[i] = bones[i].visible && is_operable(bones[i]);
  for (const std::int32_t bone : edit::parts_of(model, edit::BodyPart::hands).bones)
    counts[static_cast<std::size_t>(bone)] = 0;
  const auto all = std::count(counts.begin(), counts.end(), 1);
  std::set<std::int32_t> listed;
  for (const PoseLayer& pose : poses)
    for (const vpd::Bone& block : pose.source->file.bones)
      if (const std::int32_t bone = find_bone(model, block);
          bone != none && counts[static_cast<std::size_t>(bone)] != 0)
        listed.insert(bone);
  return 3 * static_cast<std::ptrdiff_t>(listed.size()) < all;
}

bool has_other_bones(const Pose& a, Pose b, const Model& model, bool looks) {
  for (const char* name : {"両目", "左目", "右目", "頭", "首"})
    if (const std::int32_t bone = model.find_bone(name); looks && bone != none)
      b.rotation[static_cast<std::size_t>(bone)] = a.rotation[static_cast<std::size_t>(bone)];
  return a.translation != b.translation || a.rotation != b.rotation;
}

}  // namespace

bool is_at_rest(const Pose& pose) {
  return std::all_of(pose.translation.begin(), pose.translation.end(),
                     [](const vec3& t) { return t == vec3(0.0f); }) &&
         std::all_of(pose.rotation.begin(), pose.rotation.end(),
                     [](const quat& r) { return r == identity_rotation(); });
}

bool is_added(const std::vector<PoseLayer>& opened, PoseOpening opening, const Figure& figure,
              const Pose& pose, bool looks) {
  if (opening == PoseOpening::over || opening == PoseOpening::instead) return opening == PoseOpening::over;
  const bool moves = is_moving(figure);
  if (figure.shows == Shows::rest || (!moves && is_at_rest(pose))) return false;
  if (is_for_some_bones(opened, figure.model())) return true;
  return opening == PoseOpening::by_rule && !moves &&
         has_other_bones(pose, *figure.origin->pose, figure.model(), looks);
}

vpd::File as_one(const std::vector<PoseLayer>& poses) {
  vpd::File out = poses.front().source->file;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const vpd::File& file = poses[i].source->file;
    out.bones.insert(out.bones.end(), file.bones.begin(), file.bones.end());
    out.morphs.insert(out.morphs.end(), file.morphs.begin(), file.morphs.end());
  }
  return out;
}

}  // namespace mmd
