#include <algorithm>

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
  std::vector<ExportedPlace> placed_, bound_;  ///< by joint
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

/// Adds the bones `chest` and `neck` that VRM 0.x requires. They move no vertices, and nothing but the human
/// bones behind them.
class TrunkCompleter {
 public:
  TrunkCompleter(ExchangeModel& model, VrmAvatar& avatar) : bones_(model.bones), avatar_(avatar) {}

  void complete() {
    const std::int32_t spine = human("spine");
    const std::int32_t above = human("upperChest") != none ? human("upperChest")
                               : human("chest") != none    ? human("chest")
                                                           : spine;
    if (human("neck") == none) insert("neck", above, {"head"}, 0.75f);
    if (human("chest") == none)
      insert("chest", spine, {"neck", "leftShoulder", "rightShoulder", "leftUpperArm", "rightUpperArm"},
             0.5f);
  }

 private:
  std::int32_t human(std::string_view name) const {
    for (const auto& [human, bone] : avatar_.bones)
      if (human == name) return bone;
    return none;
  }
  ExchangeBone& at(std::int32_t bone) { return bones_[static_cast<std::size_t>(bone)]; }

  /// Inserts a bone below `above`, on the way to the first of `below`: what leads to these hangs on it.
  void insert(const char* name, std::int32_t above, std::initializer_list<const char*> below, float share) {
    const auto inserted = static_cast<std::int32_t>(bones_.size());
    const vec3 from = at(above).rest, to = at(human(*below.begin())).rest;
    const vec3 place = glm::mix(from, to, share);
    bones_.push_back({name, above, place, place - from});
    avatar_.bones.emplace_back(name, inserted);
    for (const char* end : below) {
      std::int32_t bone = human(end);
      while (bone != none && at(bone).parent != above && bone != inserted) bone = at(bone).parent;
      if (bone == none || bone == inserted) continue;
      at(bone).parent = inserted;
      at(bone).translation = at(bone).rest - place;
    }
  }

  std::vector<ExchangeBone>& bones_;
  VrmAvatar& avatar_;
};

}  // namespace

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
  TrunkCompleter(exchange, avatar).complete();
  drop_chains_below_others(exchange, avatar.springs);
  avatar.followers.clear();
  avatar.version = VrmVersion::zero;
}

}  // namespace mmd
