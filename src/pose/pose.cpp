#include "pose/pose.h"

#include <string_view>

#include "base/rotations.h"
#include "base/text.h"
#include "pose/usable_keys.h"

namespace mmd {
namespace {

/// A bone's transform in the file's space, its translation clamped to `too_far`.
ExactTransform exact_transform(const vpd::Bone& block) {
  constexpr auto most = static_cast<double>(too_far);
  return {glm::clamp(glm::dvec3(block.translation) + glm::dvec3(block.translation_beyond), -most, most),
          exact_rotation_from_file(glm::dvec4(block.rotation) + glm::dvec4(block.rotation_beyond))};
}

/// Adds a name to the first ones, or counts it.
void add_name(const std::string& name, std::vector<std::string>& names, std::size_t& further) {
  if (names.size() < max_unmatched) {
    names.push_back(name);
  } else {
    ++further;
  }
}

}  // namespace

void UnmatchedNames::add(const UnmatchedNames& other) {
  for (const std::string& name : other.bones) add_name(name, bones, further_bones);
  for (const std::string& name : other.morphs) add_name(name, morphs, further_morphs);
  further_bones += other.further_bones;
  further_morphs += other.further_morphs;
}

Pose::Pose(const Model& model)
    : translation(model.bone_count(), vec3(0.0f)),
      rotation(model.bone_count(), identity_rotation()),
      morph_weights(model.morphs.size(), 0.0f) {}

bool Pose::fits(const Model& model) const {
  return translation.size() == model.bone_count() && rotation.size() == model.bone_count() &&
         morph_weights.size() == model.morphs.size();
}

ExactTransform Pose::exact_at(std::size_t bone) const {
  ExactTransform out{glm::dvec3(translation[bone]), glm::dquat(rotation[bone])};
  if (exact.empty()) return out;
  const ExactTransform& known = exact[bone];
  if (vec3(known.translation) == translation[bone]) out.translation = known.translation;
  if (quat(known.rotation) == rotation[bone]) out.rotation = known.rotation;
  return out;
}

std::int32_t find_bone(const Model& model, const vpd::Bone& block) {
  if (const std::int32_t bone = model.find_bone(block.name); bone != none) return bone;
  if (!block.cut_name.empty()) return model.find_bone_by_cut_name(block.cut_name);
  // In a file converted to Unicode, half a character may be U+FFFD or missing.
  constexpr std::string_view lost = "\xEF\xBF\xBD";
  std::string_view name = block.name;
  if (name.ends_with(lost)) name.remove_suffix(lost.size());
  if (name.size() + 1 < vpd::name_bytes) return none;
  const auto bytes = cp932_from_utf8(name);
  return bytes ? model.find_bone_by_cut_name(*bytes) : none;
}

UnmatchedNames apply_vpd(const vpd::File& file, const Model& model, Pose& pose) {
  UnmatchedNames unmatched;
  for (const vpd::Bone& block : file.bones) {
    const std::int32_t bone = find_bone(model, block);
    if (bone == none) {
      add_name(block.name, unmatched.bones, unmatched.further_bones);
      continue;
    }
    const auto i = static_cast<std::size_t>(bone);
    const ExactTransform exact = mirror(exact_transform(block));
    pose.exact.resize(model.bone_count());
    pose.exact[i] = exact;
    pose.translation[i] = vec3(exact.translation);
    pose.rotation[i] = quat(exact.rotation);
  }
  for (const vpd::Morph& block : file.morphs) {
    const std::int32_t morph = model.find_morph(block.name);
    if (morph == none) {
      add_name(block.name, unmatched.morphs, unmatched.further_morphs);
      continue;
    }
    pose.morph_weights[static_cast<std::size_t>(morph)] = block.weight;
  }
  return unmatched;
}

}  // namespace mmd
