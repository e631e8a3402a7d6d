#include "export/exchange_bones.h"

#include "base/math.h"
#include "export/make_exchange.h"

namespace mmd {
namespace {

/// Rounding error of floats in metres, for a figure of a few metres.
constexpr float rounding = 2e-6f;

/// Whether two rotations are equal except for rounding; q and -q are the same rotation.
bool are_near(const quat& a, const quat& b) {
  const vec4 p(a.x, a.y, a.z, a.w), q(b.x, b.y, b.z, b.w);
  return glm::length(p - q) < rounding || glm::length(p + q) < rounding;
}

/// The bone's transform before physics. It has the same bits in every frame if the bone rests.
PlacedBones::Local evaluated(const BoneManager& bones, std::int32_t bone) {
  const auto& all = bones.skeleton().bones;
  const Bone& from = all[static_cast<std::size_t>(bone)];
  const vec3 above = from.parent == none ? vec3(0.0f) : all[static_cast<std::size_t>(from.parent)].rest;
  return {in_metres(from.rest - above + bones.local_translation(bone)), bones.local_rotation(bone)};
}

}  // namespace

PlacedBones::PlacedBones(const Skeleton& skeleton)
    : skeleton_(skeleton), locals_(skeleton.bones.size()), worlds_(skeleton.bones.size()) {
  for (const EvaluationStep& step : skeleton.steps)
    if (step.kind == EvaluationStep::Kind::place_bone) order_.push_back(step.index);
}

PlacedBones::World PlacedBones::below(std::int32_t bone, const Local& local,
                                      const std::vector<World>& worlds) const {
  const std::int32_t parent = skeleton_.bones[static_cast<std::size_t>(bone)].parent;
  const World above = parent == none ? World() : worlds[static_cast<std::size_t>(parent)];
  return {above.position + above.rotation * glm::dvec3(local.translation),
          glm::normalize(above.rotation * glm::dquat(local.rotation))};
}

const std::vector<PlacedBones::Local>& PlacedBones::place(const BoneManager& bones) {
  for (const std::int32_t bone : order_) {
    const auto b = static_cast<std::size_t>(bone);
    const std::int32_t parent = skeleton_.bones[b].parent;
    const World above = parent == none ? World() : worlds_[static_cast<std::size_t>(parent)];
    const Affine wanted = bones.mconv(bone);
    const glm::dquat back = glm::conjugate(above.rotation);
    const glm::dvec3 position = glm::dvec3(translation_of(wanted)) * metres_per_unit;
    const Local exact{vec3(back * (position - above.position)),
                      quat(glm::normalize(back * glm::dquat(rotation_of(wanted))))};
    locals_[b] = evaluated(bones, bone);
    if (!(glm::length(locals_[b].translation - exact.translation) < rounding))
      locals_[b].translation = exact.translation;
    if (!are_near(locals_[b].rotation, exact.rotation)) locals_[b].rotation = exact.rotation;
    worlds_[b] = below(bone, locals_[b], worlds_);
  }
  return locals_;
}

std::vector<ExportedPlace> places_of(const std::vector<ExchangeBone>& bones) {
  std::vector<ExportedPlace> out(bones.size());
  std::vector<std::uint8_t> is_placed(bones.size(), 0);
  std::vector<std::size_t> waiting;  // a bone and its ancestors that are not placed yet
  for (std::size_t b = 0; b < bones.size(); ++b) {
    for (auto up = static_cast<std::int32_t>(b); up != none && is_placed[static_cast<std::size_t>(up)] == 0;
         up = bones[static_cast<std::size_t>(up)].parent)
      waiting.push_back(static_cast<std::size_t>(up));
    for (; !waiting.empty(); waiting.pop_back()) {
      const std::size_t bone = waiting.back();
      const ExchangeBone& from = bones[bone];
      const ExportedPlace above =
          from.parent == none ? ExportedPlace() : out[static_cast<std::size_t>(from.parent)];
      out[bone] = {above.position + above.rotation * from.translation,
                   glm::normalize(above.rotation * from.rotation)};
      is_placed[bone] = 1;
    }
  }
  return out;
}

std::vector<ExchangeBone> make_bones(const BoneManager& bones) {
  const Skeleton& skeleton = bones.skeleton();
  PlacedBones placed(skeleton);
  const auto& locals = placed.place(bones);
  std::vector<ExchangeBone> out;
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
    const Bone& bone = skeleton.bones[b];
    out.push_back({bone.name, bone.parent, in_metres(bone.rest), locals[b].translation, locals[b].rotation});
  }
  return out;
}

}  // namespace mmd
