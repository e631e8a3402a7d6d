#include <cmath>
#include <vector>

#include "export/make_exchange.h"

namespace mmd {
namespace {

/// Where bones point, in model space.
class BoneDirections {
 public:
  explicit BoneDirections(const Skeleton& skeleton)
      : skeleton_(skeleton), first_child_(skeleton.bones.size(), none) {
    for (std::size_t b = skeleton.bones.size(); b-- > 0;) {
      const Bone& bone = skeleton.bones[b];
      if (bone.parent != none && is_long(bone.rest - at(bone.parent).rest))
        first_child_[static_cast<std::size_t>(bone.parent)] = static_cast<std::int32_t>(b);
    }
  }

  /// To the tail, else to the first child, else as the parent, else up.
  vec3 of(std::int32_t bone) const {
    for (; bone != none; bone = at(bone).parent) {
      const vec3 own = to_tail(bone);
      if (is_long(own)) return glm::normalize(own);
    }
    return {0.0f, 1.0f, 0.0f};
  }

 private:
  const Bone& at(std::int32_t bone) const { return skeleton_.bones[static_cast<std::size_t>(bone)]; }
  static bool is_long(const vec3& v) { return glm::length(v) > 1e-3f; }
  vec3 to_tail(std::int32_t bone) const {
    const Bone& from = at(bone);
    const vec3 named = from.tail_bone == none ? from.tail_offset : at(from.tail_bone).rest - from.rest;
    const std::int32_t child = first_child_[static_cast<std::size_t>(bone)];
    return is_long(named) || child == none ? named : at(child).rest - from.rest;
  }

  const Skeleton& skeleton_;
  std::vector<std::int32_t> first_child_;  ///< by bone: at another place
};

/// The rotation from the model's axes to those of a bone: Y along it, Z as far as possible to the front.
quat axes_along(const vec3& direction) {
  constexpr float nearly_front = 0.95f;
  const vec3 front(0.0f, 0.0f, 1.0f), up(0.0f, 1.0f, 0.0f);
  const vec3& towards = std::abs(direction.z) < nearly_front ? front : up;
  const vec3 side = glm::normalize(glm::cross(direction, towards));
  return glm::normalize(glm::quat_cast(mat3(side, direction, glm::cross(side, direction))));
}

}  // namespace

void point_bones_along(const Skeleton& skeleton, ExchangeModel& model) {
  const BoneDirections directions(skeleton);
  for (std::size_t b = 0; b < model.bones.size(); ++b)
    model.bones[b].bind = axes_along(directions.of(static_cast<std::int32_t>(b)));
  for (std::size_t b = 0; b < model.bones.size(); ++b) {
    ExchangeBone& bone = model.bones[b];
    const quat back = bone.parent == none
                          ? identity_rotation()
                          : glm::conjugate(model.bones[static_cast<std::size_t>(bone.parent)].bind);
    bone.translation = back * bone.translation;
    bone.rotation = glm::normalize(back * bone.rotation * bone.bind);
    if (model.motion.translations.empty()) continue;
    for (vec3& translation : model.motion.translations[b].values) translation = back * translation;
    for (quat& rotation : model.motion.rotations[b].values)
      rotation = glm::normalize(back * rotation * bone.bind);
  }
}

}  // namespace mmd
