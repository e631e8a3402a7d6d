#include "pose/pose_mix.h"

#include "base/rotations.h"
#include "pose/pose_to_vpd.h"
#include "pose/tools.h"

namespace mmd {
namespace {

/// Mirrors left and right: equal in MMD's and our space.
vec3 flipped(const vec3& t) {
  return {negated(t.x), t.y, t.z};
}
quat flipped(const quat& q) {
  return quat(q.w, q.x, negated(q.y), negated(q.z));
}

/// Decides, called in the order of entries, which one of several with the same target wins: a posed one
/// before one at rest, of several posed ones the last.
class Targets {
 public:
  explicit Targets(std::size_t count) : taken_(count, false) {}
  bool take(std::int32_t target, bool is_posed) {
    const auto i = static_cast<std::size_t>(target);
    if (taken_[i] && !is_posed) return false;
    taken_[i] = true;
    return true;
  }

 private:
  std::vector<bool> taken_;
};

void mirror_bones(const Pose& pose, const Model& model, Pose& out, std::vector<std::string>& lacking) {
  const auto& bones = model.skeleton.bones;
  const auto is_first = [&](std::size_t i) {
    return model.find_bone(bones[i].name) == static_cast<std::int32_t>(i);
  };
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!is_first(i)) continue;
    out.translation[i] = vec3(0.0f);
    out.rotation[i] = identity_rotation();
  }
  Targets targets(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!is_first(i)) continue;
    const bool is_posed = !is_at_rest(pose, i);
    std::string name = mirrored_name(bones[i].name);
    const std::int32_t other = model.find_bone(name);
    if (other == none) {
      if (is_posed) lacking.push_back(std::move(name));
    } else if (targets.take(other, is_posed)) {
      out.translation[static_cast<std::size_t>(other)] = flipped(pose.translation[i]);
      out.rotation[static_cast<std::size_t>(other)] = flipped(pose.rotation[i]);
    }
  }
}

void mirror_morphs(const Pose& pose, const Model& model, Pose& out, std::vector<std::string>& lacking) {
  const auto is_there = [&](const std::string& name) { return model.find_morph(name) != none; };
  const auto is_first = [&](std::size_t i) {
    return model.find_morph(model.morphs[i].name) == static_cast<std::int32_t>(i);
  };
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (is_first(i)) out.morph_weights[i] = 0.0f;
  Targets targets(model.morphs.size());
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    if (!is_first(i)) continue;
    const float weight = pose.morph_weights[i];
    std::string name = mirrored_morph_name(model.morphs[i].name, is_there);
    const std::int32_t other = model.find_morph(name);
    if (other == none) {
      if (weight != 0.0f) lacking.push_back(std::move(name));
    } else if (targets.take(other, weight != 0.0f)) {
      out.morph_weights[static_cast<std::size_t>(other)] = weight;
    }
  }
}

quat blended(const quat& from, const quat& to, double share) {
  if (from == to || from == -to) return from;
  const auto unit = [](const quat& q) { return glm::normalize(glm::dvec4(q.x, q.y, q.z, q.w)); };
  const vec4 q(on_shortest_arc(unit(from), unit(to), share));
  return quat(q.w, q.x, q.y, q.z);
}

float blended(float from, float to, double share) {
  if (from == to) return from;
  return static_cast<float>((1.0 - share) * static_cast<double>(from) + share * static_cast<double>(to));
}

}  // namespace

Pose mirrored(const Pose& pose, const Model& model, UnmatchedNames& lacking) {
  Pose out = pose;
  mirror_bones(pose, model, out, lacking.bones);
  mirror_morphs(pose, model, out, lacking.morphs);
  return out;
}

Pose blended(const Pose& from, const Pose& to, float weight) {
  if (weight <= 0.0f) return from;
  if (weight >= 1.0f) return to;
  const auto share = static_cast<double>(weight);
  Pose out = from;
  for (std::size_t i = 0; i < out.rotation.size(); ++i) {
    for (glm::length_t axis = 0; axis < 3; ++axis)
      out.translation[i][axis] = blended(from.translation[i][axis], to.translation[i][axis], share);
    out.rotation[i] = blended(from.rotation[i], to.rotation[i], share);
  }
  for (std::size_t i = 0; i < out.morph_weights.size(); ++i)
    out.morph_weights[i] = blended(from.morph_weights[i], to.morph_weights[i], share);
  return out;
}

}  // namespace mmd
