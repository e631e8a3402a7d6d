#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "export/exchange_bones.h"
#include "export/vrm_avatar.h"

namespace mmd {
namespace {

/// Half a turn about Y.
vec3 turned_round(const vec3& v) {
  return {-v.x, v.y, -v.z};
}

/// Moves what a model's bones move to where they stand, so that no bone needs a rotation.
class LevelModel {
 public:
  explicit LevelModel(ExchangeModel& model) : model_(model), placed_(places_of(model.bones)) {
    placed_.emplace_back();  // of vertices without a bone
    for (const ExchangeBone& bone : model.bones) bound_.push_back({bone.rest, bone.bind});
    bound_.emplace_back();
  }

  void move_parts() {
    for (std::size_t p = 0; p < model_.parts.size(); ++p) {
      ExchangePart& part = model_.parts[p];
      std::vector<mat3> turns;
      for (std::size_t v = 0; v < part.positions.size(); ++v) {
        turns.push_back(turn_at(part, v));
        part.positions[v] = turned_round(position_at(part, v));
        const vec3 normal = turns.back() * part.normals[v];
        part.normals[v] =
            turned_round(glm::length(normal) > 1e-6f ? glm::normalize(normal) : part.normals[v]);
      }
      for (ExchangeMorph& morph : model_.morphs)
        for (ExchangeMorph::Offset& offset : morph.parts[p])
          offset.offset = turned_round(turns[offset.vertex] * offset.offset);
    }
  }

  /// A direction in a bone's frame.
  vec3 moved(std::int32_t bone, const vec3& v) const {
    return turned_round(placed_[static_cast<std::size_t>(bone)].rotation * v);
  }

  void level_bones() {
    for (std::size_t b = 0; b < model_.bones.size(); ++b) {
      ExchangeBone& bone = model_.bones[b];
      const vec3 above =
          bone.parent == none ? vec3(0.0f) : placed_[static_cast<std::size_t>(bone.parent)].position;
      bone = {bone.name, bone.parent, turned_round(placed_[b].position),
              turned_round(placed_[b].position - above)};
    }
  }

 private:
  quat turn_of(std::size_t joint) const {
    return placed_[joint].rotation * glm::conjugate(bound_[joint].rotation);
  }
  mat3 turn_at(const ExchangePart& part, std::size_t v) const {
    mat3 out(0.0f);
    for (std::size_t i = 0; i < 4; ++i)
      if (part.weights[v][i] > 0.0f) out += part.weights[v][i] * glm::mat3_cast(turn_of(part.joints[v][i]));
    return out;
  }
  vec3 position_at(const ExchangePart& part, std::size_t v) const {
    vec3 out(0.0f);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t joint = part.joints[v][i];
      if (part.weights[v][i] > 0.0f)
        out += part.weights[v][i] *
               (placed_[joint].position + turn_of(joint) * (part.positions[v] - bound_[joint].position));
    }
    return out;
  }

  ExchangeModel& model_;
  std::vector<BonePlace> placed_, bound_;  ///< by joint
};

/// Below a joint of another chain everything swings already.
void drop_chains_below_others(const ExchangeModel& model, VrmSprings& springs) {
  const auto swings = [&](std::int32_t bone) {
    return std::any_of(springs.chains.begin(), springs.chains.end(), [&](const VrmSpring& chain) {
      return std::find(chain.bones.begin(), chain.bones.end(), bone) != chain.bones.end();
    });
  };
  std::vector<VrmSpring> kept;
  for (const VrmSpring& chain : springs.chains) {
    std::int32_t above = model.bones[static_cast<std::size_t>(chain.bones.front())].parent;
    while (above != none && !swings(above)) above = model.bones[static_cast<std::size_t>(above)].parent;
    if (above == none) kept.push_back(chain);
  }
  springs.chains = std::move(kept);
}

}  // namespace

Result<void> check_vrm_zero(const VrmAvatar& avatar) {
  for (const char* needed : {"chest", "neck"})
    if (std::none_of(avatar.bones.begin(), avatar.bones.end(),
                     [&](const auto& bone) { return bone.first == needed; }))
      return fail(fmt::format("a VRM 0.x needs the bones of a human body; not found: {}", needed),
                  "--vrm 1 does without");
  return {};
}

void turn_into_vrm_zero(ExchangeModel& exchange, VrmAvatar& avatar) {
  LevelModel level(exchange);
  level.move_parts();
  for (VrmSpring& chain : avatar.springs.chains) chain.tail = level.moved(chain.bones.back(), chain.tail);
  for (VrmCollider& collider : avatar.springs.colliders) {
    collider.from = level.moved(collider.bone, collider.from);
    collider.to = level.moved(collider.bone, collider.to);
  }
  if (avatar.eyes_from_head) avatar.eyes_from_head = turned_round(*avatar.eyes_from_head);
  level.level_bones();
  drop_chains_below_others(exchange, avatar.springs);
  avatar.followers.clear();
  avatar.version = VrmVersion::zero;
}

}  // namespace mmd
