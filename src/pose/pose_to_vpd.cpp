#include "pose/pose_to_vpd.h"

#include <cmath>

namespace mmd {
namespace {

struct BoneNames {
  const Model& model;
  const std::string& name(std::size_t i) const { return model.skeleton.bones[i].name; }
  std::int32_t find(std::string_view name) const { return model.find_bone(name); }
};
struct MorphNames {
  const Model& model;
  const std::string& name(std::size_t i) const { return model.morphs[i].name; }
  std::int32_t find(std::string_view name) const { return model.find_morph(name); }
};

template <class Entries>
bool is_first(const Entries& entries, std::size_t i) {
  return entries.find(entries.name(i)) == static_cast<std::int32_t>(i);
}
template <class Entries>
bool can_be_read(const Entries& entries, std::size_t i) {
  const std::string& name = entries.name(i);
  if (name.find_first_of("\r\n") != std::string::npos) return false;
  const std::int32_t meant = entries.find(vpd::name_as_read(name));
  return meant == none || meant == static_cast<std::int32_t>(i);
}

}  // namespace

bool vpd_can_name_bone(const Model& model, std::size_t bone) {
  return is_first(BoneNames{model}, bone) && can_be_read(BoneNames{model}, bone);
}

bool vpd_can_name_morph(const Model& model, std::size_t morph) {
  return is_first(MorphNames{model}, morph) && can_be_read(MorphNames{model}, morph);
}

std::vector<std::string_view> left_out_of_vpd(const Pose& pose, const Model& model) {
  std::vector<std::string_view> out;
  const BoneNames bones{model};
  for (std::size_t i = 0; i < model.bone_count(); ++i)
    if (!is_at_rest(pose, i) && is_first(bones, i) && !can_be_read(bones, i)) out.push_back(bones.name(i));
  const MorphNames morphs{model};
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (pose.morph_weights[i] != 0.0f && is_first(morphs, i) && !can_be_read(morphs, i))
      out.push_back(morphs.name(i));
  return out;
}

UnnamedPose unnamed_in_vpd(const Pose& pose, const Model& model) {
  UnnamedPose out;
  for (std::size_t i = 0; i < model.bone_count(); ++i)
    if (!is_at_rest(pose, i) && !vpd_can_name_bone(model, i))
      out.bones.push_back({i, pose.translation[i], pose.rotation[i]});
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (pose.morph_weights[i] != 0.0f && !vpd_can_name_morph(model, i))
      out.morphs.emplace_back(i, pose.morph_weights[i]);
  return out;
}

void apply_unnamed(const UnnamedPose& unnamed, const Model& model, Pose& pose) {
  constexpr float off_unit = 1e-3f;
  for (const auto& [i, translation, rotation] : unnamed.bones) {
    const bool is_pose = is_finite(translation) && std::abs(glm::dot(rotation, rotation) - 1.0f) <= off_unit;
    if (!is_pose || i >= model.bone_count() || vpd_can_name_bone(model, i)) continue;
    pose.translation[i] = translation;
    pose.rotation[i] = rotation;
  }
  for (const auto& [i, weight] : unnamed.morphs)
    if (std::isfinite(weight) && i < model.morphs.size() && !vpd_can_name_morph(model, i))
      pose.morph_weights[i] = weight;
}

bool is_at_rest(const Pose& pose, std::size_t bone) {
  const quat& q = pose.rotation[bone];
  return pose.translation[bone] == vec3(0.0f) && vec3(q.x, q.y, q.z) == vec3(0.0f);
}

vpd::File vpd_from_pose(const Pose& pose, const Model& model) {
  vpd::File out;
  out.model_name = model.name + ".osm";
  // The name's field ends at a line break, semicolon or comment; no program looks up the model by it.
  for (char& c : out.model_name) {
    if (c == '\r' || c == '\n') c = ' ';
    if (c == ';' || c == '{') c = '_';
  }
  for (std::size_t at = 0; (at = out.model_name.find("//", at)) != std::string::npos;)
    out.model_name.replace(at, 2, "__");
  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    if (is_at_rest(pose, i) || !vpd_can_name_bone(model, i)) continue;
    const vec3 t = mirror(pose.translation[i]);
    quat q = mirror(pose.rotation[i]);
    if (q.w < 0.0f) q = -q;
    // + 0 turns -0 into 0.
    out.bones.push_back(
        {model.skeleton.bones[i].name, t + vec3(0.0f), vec4(q.x, q.y, q.z, q.w) + vec4(0.0f), 0});
  }
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    if (pose.morph_weights[i] == 0.0f || !vpd_can_name_morph(model, i)) continue;
    out.morphs.push_back({model.morphs[i].name, pose.morph_weights[i], 0});
  }
  out.bone_count = static_cast<std::int64_t>(out.bones.size());
  return out;
}

}  // namespace mmd
