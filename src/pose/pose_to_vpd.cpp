#include "pose/pose_to_vpd.h"

namespace mmd {

bool is_at_rest(const Pose& pose, std::size_t bone) {
  const quat& q = pose.rotation[bone];
  return pose.translation[bone] == vec3(0.0f) && vec3(q.x, q.y, q.z) == vec3(0.0f);
}

vpd::File vpd_from_pose(const Pose& pose, const Model& model) {
  vpd::File out;
  out.model_name = model.name + ".osm";
  // It stands on a line of its own, up to a semicolon or a comment, and nobody looks the model up by it.
  for (char& c : out.model_name) {
    if (c == '\r' || c == '\n') c = ' ';
    if (c == ';' || c == '{') c = '_';
  }
  for (std::size_t at = 0; (at = out.model_name.find("//", at)) != std::string::npos;)
    out.model_name.replace(at, 2, "__");
  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    const std::string& name = model.skeleton.bones[i].name;
    if (model.find_bone(name) != static_cast<std::int32_t>(i)) continue;
    if (is_at_rest(pose, i)) continue;
    const vec3 t = mirror(pose.translation[i]);
    quat q = mirror(pose.rotation[i]);
    if (q.w < 0.0f) q = -q;
    // Adding zero turns -0 into 0.
    out.bones.push_back({name, t + vec3(0.0f), vec4(q.x, q.y, q.z, q.w) + vec4(0.0f), 0});
  }
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    const std::string& name = model.morphs[i].name;
    if (pose.morph_weights[i] == 0.0f || model.find_morph(name) != static_cast<std::int32_t>(i)) continue;
    out.morphs.push_back({name, pose.morph_weights[i], 0});
  }
  out.bone_count = static_cast<std::int64_t>(out.bones.size());
  return out;
}

}  // namespace mmd
